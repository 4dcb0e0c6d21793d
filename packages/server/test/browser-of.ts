import { callRoute, Failure } from '@dragoman/contract'
import type { TestServer } from './test-server.ts'

export type TestBrowser = Pick<TestServer, 'call' | 'fail' | 'request'>

/** Returns a browser at a test server that keeps all its cookies. `sent`: headers of every request. */
export function browserOf(
  { server }: Pick<TestServer, 'server'>,
  sent: Readonly<Record<string, string>> = {},
): TestBrowser {
  const cookies = new Map<string, string>()
  const request: TestBrowser['request'] = async (path, init = {}) => {
    const headers = new Headers({ ...sent, ...Object.fromEntries(new Headers(init.headers)) })
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(`${server.origin}${path}`, { ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=', 2)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const call: TestBrowser['call'] = (route, parts) => callRoute(request, route, parts)
  return {
    request,
    call,
    async fail(route, parts) {
      try {
        await call(route, parts)
      } catch (error) {
        if (error instanceof Failure) return error
        throw error
      }
      throw new Error('The call was expected to fail')
    },
  }
}
