import '@fontsource-variable/inter/wght.css'
import { createApp } from 'vue'
import App from './App.vue'
import { bridgeKey } from './bridge/bridge'
import { connect } from './bridge/connect'
import EmptyState from './components/EmptyState.vue'
import { sectionsKey } from './composables/useSections'
import { sections } from './sections'
import './styles/tokens.css'
import './styles/base.css'

const bridge = await connect()
const window = bridge
  ? createApp(App).provide(bridgeKey, bridge).provide(sectionsKey, sections)
  : createApp(EmptyState, {
      title: 'Pegboard does not know this browser',
      text:
        'Open the link that Pegboard printed where it runs. It works once, in one browser: if it was used ' +
        'elsewhere, or Pegboard was restarted, stop it there with Ctrl-C, start it again and open the new link.',
    })
window.mount('#app')
