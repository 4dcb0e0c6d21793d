import { expect, test } from 'vitest'
import { forgeOfHost, isSameServer, repositoryName, shownAddress, transportOf } from './shown-repository.ts'

test.each([
  ['ssh://git@git.acme.example/acme/shop.git', 'git@git.acme.example:acme/shop.git', 'acme/shop'],
  ['ssh://git@host.example:2222/shop', 'ssh://git@host.example:2222/shop', 'shop'],
  [
    'https://git.acme.example/group/team/shop.git',
    'https://git.acme.example/group/team/shop.git',
    'team/shop',
  ],
])('%s', (repository, address, name) => {
  expect([shownAddress(repository), repositoryName(repository)]).toEqual([address, name])
})

test('the transport is derived from the input', () => {
  expect(transportOf('')).toBeNull()
  expect(transportOf('https://')).toBeNull()
  expect(transportOf(' https://git.example.org/app ')).toBe('web')
  expect(transportOf('git@git.example.org:app.git')).toBe('ssh')
  expect(transportOf('ssh://git@git.example.org/app')).toBe('ssh')
  expect(transportOf('C:\\app')).toBeNull()
})

test('well-known forges are recognized by their host', () => {
  expect(forgeOfHost('git@github.com:team/app.git')).toBe('github')
  expect(forgeOfHost('https://gitlab.example.org/app')).toBe('gitlab')
  expect(forgeOfHost('https://codeberg.org/app')).toBe('gitea')
  expect(forgeOfHost('https://git.example.org/github.com')).toBe('none')
})

test.each([
  ['git@git.acme.example:acme/shop.git', 'ssh://git@git.acme.example/acme/app', true],
  ['ssh://git@git.acme.example:2222/acme/shop', 'git@git.acme.example:acme/shop.git', false],
  ['https://git.acme.example/acme/shop', 'https://GIT.acme.example/acme/app.git', true],
  ['https://git.acme.example/acme/shop', 'https://git.acme.example:8443/acme/shop', false],
  ['https://git.acme.example/acme/shop', 'git@git.acme.example:acme/shop.git', false],
  ['https://git.acme.example/acme/shop', 'https://', false],
])('%s and %s on the same server: %s', (a, b, isSame) => {
  expect(isSameServer(a, b)).toBe(isSame)
})
