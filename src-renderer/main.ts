import { createApp } from 'vue'
import App from './App.vue'
import { bridgeKey } from './bridge/bridge'
import { connect } from './bridge/connect'
import './styles/tokens.css'
import './styles/base.css'

createApp(App).provide(bridgeKey, connect()).mount('#app')
