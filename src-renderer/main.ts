import { createApp } from 'vue'
import App from './App.vue'
import { bridgeKey } from './bridge/bridge'
import { connect } from './bridge/connect'
import { sectionsKey } from './composables/useSections'
import { sections } from './sections'
import './styles/tokens.css'
import './styles/base.css'

createApp(App).provide(bridgeKey, connect()).provide(sectionsKey, sections).mount('#app')
