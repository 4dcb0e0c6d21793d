import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { mayConnectTo } from './outgoing/allowed-addresses.ts'

test('private networks and hosts that requests may go to', () => {
  const { allowedPlaces } = readConfig({
    DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '10.0.0.0/8, 127.0.0.1 SSO.internal',
  })
  if (allowedPlaces === undefined) throw new Error('no places')
  const may = (address: string, host: string) => mayConnectTo(address, host, allowedPlaces)
  expect(may('10.1.2.3', 'a.example')).toBe(true)
  expect(may('127.0.0.1', 'a.example')).toBe(true)
  expect(may('127.0.0.2', 'a.example')).toBe(false)
  expect(may('192.168.1.1', 'sso.internal')).toBe(true)
})

test.each(['10.0.0.0/33', '10.1', 'http://sso.internal', '*'])('%s is no place', (entry) => {
  expect(() => readConfig({ DRAGOMAN_ALLOW_PRIVATE_NETWORKS: entry })).toThrow(ConfigError)
})
