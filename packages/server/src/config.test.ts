import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { mayConnectTo } from './outgoing/allowed-addresses.ts'

test('private networks and hosts that requests can go to', () => {
  const { allowedAddresses } = readConfig({
    DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '10.0.0.0/8, 127.0.0.1 SSO.internal',
  })
  if (allowedAddresses === undefined) throw new Error('no places')
  const may = (address: string, host: string) => mayConnectTo(address, host, allowedAddresses)
  expect(may('10.1.2.3', 'a.example')).toBe(true)
  expect(may('127.0.0.1', 'a.example')).toBe(true)
  expect(may('127.0.0.2', 'a.example')).toBe(false)
  expect(may('192.168.1.1', 'sso.internal')).toBe(true)
})

test.each(['10.0.0.0/33', '10.1', 'http://sso.internal', '*'])('%s is no place', (entry) => {
  expect(() => readConfig({ DRAGOMAN_ALLOW_PRIVATE_NETWORKS: entry })).toThrow(ConfigError)
})

test('published files stay for some days after no manifest names them', () => {
  const daysOf = (text: string) => readConfig({ DRAGOMAN_BLOBS_KEEP_DAYS: text }).keepFilesDays
  expect([daysOf(''), daysOf('1'), daysOf('365')]).toEqual([30, 1, 365])
  for (const wrong of ['0', '-1', '1.5', '10000', 'a week'])
    expect(() => daysOf(wrong)).toThrow(/DRAGOMAN_BLOBS_KEEP_DAYS/)
})

test('files are published to a folder or a bucket', () => {
  const keys = { DRAGOMAN_S3_ACCESS_KEY: 'key', DRAGOMAN_S3_SECRET_KEY: 'secret' }
  const placeOf = (text: string, more = {}) => readConfig({ DRAGOMAN_BLOBS: text, ...more }).blobs
  expect(placeOf('')).toBeNull()
  expect(placeOf('/srv/texts')).toEqual({ kind: 'folder', folder: '/srv/texts' })
  expect(placeOf('https://s3.example.com/texts?region=eu-central-1', keys)).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.com/texts',
    region: 'eu-central-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
  expect(() => placeOf('https://s3.example.com/texts')).toThrow(/DRAGOMAN_S3_ACCESS_KEY/)
  for (const wrong of ['texts', './texts', 'https://s3.example.com', 'ftp://s3.example.com/texts'])
    expect(() => placeOf(wrong, keys)).toThrow(ConfigError)
})
