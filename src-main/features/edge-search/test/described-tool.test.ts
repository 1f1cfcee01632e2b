import { describe, expect, it } from 'vitest'
import { holdsLogin, logsIn, whoseLogin } from '../clues/described-tool'

describe('a login', () => {
  it.each([
    'united_user_login',
    'login_to_uber',
    'signIn',
    'slack-oauth',
    'authenticate',
    'createSession',
    'get_access_token',
    'sf.auth',
    'LogIn',
  ])('is told by its name: %s', (name) => {
    expect(logsIn(name)).toBe(true)
  })

  it.each([
    'getTherapySession',
    'log_workout_session',
    'logout',
    'checkLogin',
    'getAuthor',
    'blogin',
    'revoke_token',
    'burnToken',
    'generate_secure_token',
    'list_author_sessions',
  ])('is not taken for one: %s', (name) => {
    expect(logsIn(name)).toBe(false)
  })

  it('is whose the other words of its name say', () => {
    expect([...whoseLogin('login_to_uber')]).toEqual(['uber'])
    expect([...whoseLogin('goldsGymUserLogin')]).toEqual(['golds', 'gym'])
    expect([...whoseLogin('login')]).toEqual([])
  })

  it.each(['session_id', 'sessionToken', 'access_token', 'apiKey', 'credentials', 'jwt'])(
    'gives what a parameter such as %s takes',
    (name) => {
      expect(holdsLogin(name)).toBe(true)
    },
  )

  it.each(['session_duration', 'max_tokens', 'keywords', 'author', 'token_address', 'key'])(
    'does not give what a parameter such as %s takes',
    (name) => {
      expect(holdsLogin(name)).toBe(false)
    },
  )
})
