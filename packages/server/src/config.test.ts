import { expect, test } from 'vitest'
import { ConfigError, readConfig, readDatabaseLocation } from './config.ts'
import { mayConnectTo } from './outgoing/allowed-addresses.ts'

test('the port is 4400, unless a setting or an argument names another', () => {
  const portOf = (text: string) => readConfig({ DRAGOMAN_PORT: text }).port
  expect([portOf(''), portOf('8080'), portOf('0')]).toEqual([4400, 8080, 0])
  expect(readConfig({ DRAGOMAN_PORT: '8080' }, { port: '9090' }).port).toBe(9090)
  for (const wrong of ['70000', '-1', '80/tcp', 'http://10.0.0.1:80', 'tcp://'])
    expect(() => portOf(wrong), wrong).toThrow(/DRAGOMAN_PORT/)
})

test.each(['tcp://10.0.0.1:80', 'udp://10.0.0.1:53', 'tcp://[fd00::1]:80'])(
  'the port %s, which Kubernetes sets for a Service named dragoman, is ignored',
  (link) => {
    expect(readConfig({ DRAGOMAN_PORT: link }).port).toBe(4400)
  },
)

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

test('the mail server has a user and a password with any characters, encoded', () => {
  const mailOf = (url: string) =>
    readConfig({ DRAGOMAN_SMTP_URL: url, DRAGOMAN_MAIL_FROM: 'l10n@example.com' }).mail
  expect(mailOf('smtp://ann:50%25%23@mail.example.com')?.auth).toEqual({ user: 'ann', pass: '50%#' })
  for (const wrong of ['ann:50%@', 'a%nn:x@', 'ann:%ff@', 'ann:50#@', 'ann:a#b@'])
    expect(() => mailOf(`smtp://${wrong}mail.example.com`)).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: expect.stringMatching(/DRAGOMAN_SMTP_URL.*%25/),
      }),
    )
})

test('the database has a user and a password with any characters, encoded', () => {
  const urlOf = (url: string) => readConfig({ DRAGOMAN_DATABASE_URL: url }).database
  for (const url of [
    'postgres://ann:50%25%23%2F%3F@db.example.com:5432/dragoman',
    'postgresql://ann@localhost/dragoman?host=/run/postgresql',
    // The driver reads both of these too.
    'postgres://ann:secret@/dragoman?host=/run/postgresql',
    'postgres://ann:50%zz@db.example.com/dragoman',
  ]) {
    expect(urlOf(url)).toEqual({ kind: 'postgres', url })
    expect(readDatabaseLocation(url)).toEqual({ kind: 'postgres', url })
  }
  for (const wrong of ['ann:a#b@', 'ann:12#3@', 'ann:a/b@', 'ann:a?b@', 'ann:%ff@', 'ann:b%c3@']) {
    const url = `postgres://${wrong}db.example.com/dragoman`
    const isClear = { name: 'ConfigError', message: expect.stringMatching(/%23.*%25/) }
    expect(() => urlOf(url)).toThrow(expect.objectContaining(isClear))
    expect(() => urlOf(url)).toThrow(/DRAGOMAN_DATABASE_URL/)
    expect(() => readDatabaseLocation(url)).toThrow(expect.objectContaining(isClear))
  }
})
