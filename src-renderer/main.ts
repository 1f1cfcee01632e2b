import '@fontsource-variable/inter/wght.css'
import { createApp } from 'vue'
import App from './App.vue'
import UnknownBrowser from './UnknownBrowser.vue'
import { bridgeKey } from './bridge/bridge'
import { connect } from './bridge/connect'
import { sectionsKey } from './composables/useSections'
import * as registry from './features/registry'
import { withoutClashes } from './places/claims'
import { featuresKey } from './places/places'
import { loadWhenIdle, sectionsWith } from './sections'
import './styles/index.css'

const features = withoutClashes(registry)
const bridge = await connect()
const window = bridge
  ? createApp(App)
      .provide(bridgeKey, bridge)
      .provide(sectionsKey, sectionsWith(features))
      .provide(featuresKey, features)
  : createApp(UnknownBrowser)
window.mount('#app')
if (bridge && 'requestIdleCallback' in globalThis) loadWhenIdle()
