import { describe, expect, test } from 'vitest'
import { readRemoteAddress } from './remote-address.ts'

describe('addresses of repositories', () => {
  test.each([
    [
      'https://git.example.org/team/app.git',
      'https',
      'git.example.org',
      443,
      'https://git.example.org/team/app.git',
    ],
    [
      '  https://git.example.org:8443/app/  ',
      'https',
      'git.example.org',
      8443,
      'https://git.example.org:8443/app',
    ],
    ['http://127.0.0.1:3000/app.git', 'http', '127.0.0.1', 3000, 'http://127.0.0.1:3000/app.git'],
    [
      'git@Git.Example.org:team/app.git',
      'ssh',
      'git.example.org',
      22,
      'ssh://git@Git.Example.org/team/app.git',
    ],
    ['ssh://deploy@host.example:2222/app', 'ssh', 'host.example', 2222, 'ssh://deploy@host.example:2222/app'],
    ['https://[::1]/app', 'https', '::1', 443, 'https://[::1]/app'],
    ['https://git.example.org./app', 'https', 'git.example.org', 443, 'https://git.example.org/app'],
    ['http://git.example.org.:3000/app', 'http', 'git.example.org', 3000, 'http://git.example.org:3000/app'],
  ])('%s', (text, transport, host, port, url) => {
    expect(readRemoteAddress(text)).toMatchObject({ transport, host, port, url })
  })

  test.each([
    ['', 'not-an-address'],
    ['/srv/git/app.git', 'not-an-address'],
    ['../app.git', 'not-an-address'],
    ['--upload-pack=touch /tmp/x', 'not-an-address'],
    ['-oProxyCommand=x@host:app', 'not-an-address'],
    ['git@-oProxyCommand=x:app', 'not-an-address'],
    ['ssh://-oProxyCommand=touch@host/app', 'not-an-address'],
    ['ssh://git@-oProxyCommand=x/app', 'not-an-address'],
    ['https://git.example.org/', 'not-an-address'],
    ['https://git.example.org/app?x=1', 'not-an-address'],
    ['https://git.example.org../app', 'not-an-address'],
    ['https://git..example.org/app', 'not-an-address'],
    ['ssh://git@git.example.org./app', 'not-an-address'],
    ['git@git.example.org.:app', 'not-an-address'],
    ['file:///etc/passwd', 'scheme'],
    ['ext::sh -c touch% /tmp/x', 'scheme'],
    ['git://git.example.org/app', 'scheme'],
    ['ftp://git.example.org/app', 'scheme'],
    ['https://user:token@git.example.org/app', 'credentials'],
    ['https://token@git.example.org/app', 'credentials'],
    ['ssh://git:secret@git.example.org/app', 'credentials'],
  ])('%s is refused', (text, fault) => {
    expect(readRemoteAddress(text)).toEqual({ fault })
  })
})
