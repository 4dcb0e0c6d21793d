import { BlockList, isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { isPostgresUrl, type StoreConfig } from '@dragoman/store'
import type { BlobsLocation } from './blobs/open-blobs.ts'
import type { NetworkSettings } from './http/network.ts'
import type { CallLimits } from './limits/count-calls.ts'
import { isMailAddress } from './mail/mail-address.ts'
import type { MailSettings } from './mail/smtp-transport.ts'
import { type AllowedAddresses, readAllowedAddress } from './outgoing/allowed-addresses.ts'

export type Config = {
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  readonly database: StoreConfig
  /** Fixes the one-time setup code; null means a random one at each start. */
  readonly setupCode: string | null
  /**
   * How the server is reached, if configured; otherwise by loopback names, the host it listens on, and IP
   * addresses.
   */
  readonly network?: NetworkSettings
  /** Opens `/metrics` to callers without a session; null means a session is required. */
  readonly metricsToken?: string | null
  /** Encrypts secrets in the database; null means a key that the database stores. */
  readonly secret?: string | null
  /** Where emails are sent through; null means none are sent, and links are shown for copying. */
  readonly mail?: MailSettings | null
  /** Private networks and hosts that this server can send requests to; none if not configured. */
  readonly allowedAddresses?: AllowedAddresses
  /** Where programs such as Git are searched for. */
  readonly searchPath?: string
  /** Where files are published for programs that deliver them; null means nowhere. */
  readonly blobs?: BlobsLocation | null
  /** Folders of the server below which people who can manage sources connect theirs; owners connect any. */
  readonly folders?: readonly string[]
  /** For how many days published files are kept that no manifest names any more; 30 if not configured. */
  readonly keepFilesDays?: number
  /**
   * How long a server that is shutting down continues to answer, while `/health/ready` reports that, and then
   * how long running answers can take to finish. 0 or absent: it stops immediately, and running answers have
   * one second.
   */
  readonly drainMs?: number
  /** Calls of the API per minute; no limits if not configured. */
  readonly callLimits?: CallLimits
  /** Calls of one caller that are worked on at the same time; no limit if 0 or not configured. */
  readonly callsAtOnce?: number
}

export const KEEP_FILES_DAYS = 30
export const CALLS_AT_ONCE = 4

/** A setting that cannot be used; the message says what would be valid. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type ConfigArguments = {
  readonly port?: string | undefined
  readonly host?: string | undefined
  readonly dataFolder?: string | undefined
}

/**
 * Reads the environment, as the only place that does; everything else takes a Config. Command-line arguments
 * override the environment. Throws ConfigError.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  given: ConfigArguments = {},
): Config {
  const dataFolder = resolve(given.dataFolder ?? settingOf(env, 'DRAGOMAN_DATA') ?? './data')
  const url = settingOf(env, 'DRAGOMAN_DATABASE_URL')
  const numberOf = (name: string, otherwise: number, rule: NumberRule) =>
    wholeNumber(name, settingOf(env, name) ?? String(otherwise), rule)
  return {
    port:
      given.port === undefined
        ? wholeNumber('DRAGOMAN_PORT', portSettingOf(env) ?? '4400', PORT)
        : wholeNumber('--port', given.port, PORT),
    host: given.host ?? settingOf(env, 'DRAGOMAN_HOST') ?? '127.0.0.1',
    dataFolder,
    database:
      url === undefined
        ? { kind: 'sqlite', folder: dataFolder }
        : { kind: 'postgres', url: databaseUrl(url) },
    setupCode: setupCodeOf(settingOf(env, 'DRAGOMAN_SETUP_CODE')),
    network: {
      publicOrigins: publicOriginsOf(settingOf(env, 'DRAGOMAN_URL')),
      trustedProxies: proxiesOf(settingOf(env, 'DRAGOMAN_TRUSTED_PROXIES')),
    },
    metricsToken: metricsTokenOf(settingOf(env, 'DRAGOMAN_METRICS_TOKEN')),
    secret: secretOf(settingOf(env, 'DRAGOMAN_SECRET')),
    mail: mailOf(settingOf(env, 'DRAGOMAN_SMTP_URL'), settingOf(env, 'DRAGOMAN_MAIL_FROM')),
    allowedAddresses: allowedAddressesOf(settingOf(env, 'DRAGOMAN_ALLOW_PRIVATE_NETWORKS')),
    folders: foldersOf(settingOf(env, 'DRAGOMAN_FOLDERS')),
    blobs: readBlobsLocation(env),
    keepFilesDays: numberOf('DRAGOMAN_BLOBS_KEEP_DAYS', KEEP_FILES_DAYS, DAYS),
    searchPath: env.PATH ?? '',
    drainMs: numberOf('DRAGOMAN_DRAIN_SECONDS', 0, DRAIN_SECONDS) * 1000,
    callLimits: {
      account: numberOf('DRAGOMAN_CALLS_PER_ACCOUNT', 3000, CALLS),
      token: numberOf('DRAGOMAN_CALLS_PER_TOKEN', 3000, CALLS),
      address: numberOf('DRAGOMAN_CALLS_PER_ADDRESS', 600, CALLS),
    },
    callsAtOnce: numberOf('DRAGOMAN_CALLS_AT_ONCE', CALLS_AT_ONCE, AT_ONCE),
  }
}

/**
 * Returns where files are published, and read by `dragoman deliver`; null if DRAGOMAN_BLOBS is not set.
 * Throws ConfigError.
 */
export function readBlobsLocation(env: Readonly<Record<string, string | undefined>>): BlobsLocation | null {
  const text = settingOf(env, 'DRAGOMAN_BLOBS')
  if (text === undefined) return null
  if (isAbsolute(text)) return { kind: 'folder', folder: text }
  const url = URL.canParse(text) ? new URL(text) : null
  const bucket = url?.pathname.replace(/\/+$/, '') ?? ''
  if (url === null || !/^https?:$/.test(url.protocol) || bucket === '' || url.username !== '')
    throw new ConfigError(
      'DRAGOMAN_BLOBS must be the absolute path of a folder, or the URL of a bucket such as https://s3.example.com/texts?region=eu-central-1.',
    )
  const accessKeyId = settingOf(env, 'DRAGOMAN_S3_ACCESS_KEY')
  const secretAccessKey = settingOf(env, 'DRAGOMAN_S3_SECRET_KEY')
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      'DRAGOMAN_S3_ACCESS_KEY and DRAGOMAN_S3_SECRET_KEY must be set if DRAGOMAN_BLOBS is a bucket.',
    )
  const region = url.searchParams.get('region') ?? 'auto'
  return { kind: 's3', endpoint: `${url.origin}${bucket}`, region, accessKeyId, secretAccessKey }
}

/** Returns a variable. An empty one counts as unset, as with `NAME= command` in a shell. */
function settingOf(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

/**
 * Returns DRAGOMAN_PORT. `tcp://10.0.0.1:80` counts as unset: Kubernetes sets that in every pod of a namespace
 * that has a Service named `dragoman`.
 */
function portSettingOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = settingOf(env, 'DRAGOMAN_PORT')
  return text !== undefined && /^(?:tcp|udp|sctp):\/\/\S+:\d+$/.test(text) ? undefined : text
}

/** `is` ends the message about another value. */
type NumberRule = { readonly min?: number; readonly max: number; readonly is: string }

const PORT: NumberRule = { max: 65_535, is: 'from 1 to 65535, or 0 for any free port' }
const CALLS: NumberRule = { max: 9_999_999, is: 'of calls per minute, or 0 for no limit' }
const AT_ONCE: NumberRule = { max: 9999, is: 'of calls, or 0 for no limit' }
const DAYS: NumberRule = { min: 1, max: 9999, is: 'of days from 1 to 9999' }
const DRAIN_SECONDS: NumberRule = { max: 300, is: 'of seconds from 0 to 300' }

/** Reads a whole number with at most as many digits as the largest one. Throws ConfigError. */
function wholeNumber(name: string, text: string, { min = 0, max, is }: NumberRule): number {
  const number = /^\d+$/.test(text) && text.length <= String(max).length ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name} is "${text}". It must be a whole number ${is}.`)
}

function foldersOf(text: string | undefined): readonly string[] {
  const folders = listOf(text)
  const wrong = folders.find((folder) => !isAbsolute(folder))
  if (wrong === undefined) return folders
  throw new ConfigError(
    `DRAGOMAN_FOLDERS has "${wrong}". It must be a list of absolute paths, such as /srv/shop, /srv/app.`,
  )
}

const ENCODED = 'In user and password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.'

/** Reads the URL of a database, or the data folder of an SQLite database. Throws ConfigError. */
export function readDatabaseLocation(text: string): StoreConfig {
  if (/^[a-z]+:\/\//i.test(text)) {
    if (isPostgresUrl(text)) return { kind: 'postgres', url: text }
    throw new ConfigError(
      `The address of a PostgreSQL database must look like postgres://user:password@host:5432/database. ${ENCODED}`,
    )
  }
  return { kind: 'sqlite', folder: resolve(text) }
}

function databaseUrl(text: string): string {
  if (isPostgresUrl(text)) return text
  throw new ConfigError(
    `DRAGOMAN_DATABASE_URL must look like postgres://user:password@host:5432/database, or be empty for SQLite in DRAGOMAN_DATA. ${ENCODED}`,
  )
}

function setupCodeOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^[\w-]{8,200}$/.test(text)) return text
  throw new ConfigError('DRAGOMAN_SETUP_CODE must have 8 to 200 letters, digits, "-" or "_".')
}

/** Reads one origin or several: people are shown the first one, and all are answered. */
function publicOriginsOf(text: string | undefined): string[] {
  return listOf(text).map((entry) => {
    const url = URL.canParse(entry) ? new URL(entry) : null
    if (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      url.search === '' &&
      url.username === ''
    )
      return url.origin
    throw new ConfigError(
      `DRAGOMAN_URL has "${entry}". It must be an address without a path, such as https://l10n.example.com.`,
    )
  })
}

function proxiesOf(text: string | undefined): BlockList {
  const list = new BlockList()
  for (const entry of listOf(text)) {
    const [address = '', prefix] = entry.split('/', 2)
    const family = isIP(address)
    const longest = family === 6 ? 128 : 32
    const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
    if (family === 0 || length < 0 || length > longest)
      throw new ConfigError(
        `DRAGOMAN_TRUSTED_PROXIES has "${entry}". It must be a list of addresses or networks, such as 127.0.0.1, 10.0.0.0/8, fd00::/8.`,
      )
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function allowedAddressesOf(text: string | undefined): AllowedAddresses {
  const places = listOf(text).map((entry) => {
    const place = readAllowedAddress(entry)
    if (place !== null) return place
    throw new ConfigError(
      `DRAGOMAN_ALLOW_PRIVATE_NETWORKS has "${entry}". It must be a list of networks, addresses or host names, such as 10.0.0.0/8, fd00::/8, sso.internal.`,
    )
  })
  return {
    networks: places.flatMap((place) => ('network' in place ? [place.network] : [])),
    hosts: new Set(places.flatMap((place) => ('host' in place ? [place.host] : []))),
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
}

function metricsTokenOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^[!-~]{16,200}$/.test(text)) return text
  throw new ConfigError('DRAGOMAN_METRICS_TOKEN must have 16 to 200 visible ASCII characters.')
}

function secretOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^[!-~]{32,200}$/.test(text)) return text
  throw new ConfigError(
    'DRAGOMAN_SECRET must have 32 to 200 visible ASCII characters, and must not change: the secrets of authenticator apps are encrypted with it. Generate one with "openssl rand -base64 32".',
  )
}

function mailOf(url: string | undefined, from: string | undefined): MailSettings | null {
  if (url === undefined) return null
  const parsed = URL.canParse(url) ? new URL(url) : null
  const tls = parsed?.searchParams.get('tls') ?? 'auto'
  const auth = parsed && decodedAuth(parsed)
  if (
    parsed === null ||
    auth === null ||
    parsed.hash !== '' ||
    !/^smtps?:$/.test(parsed.protocol) ||
    parsed.hostname === '' ||
    (tls !== 'auto' && tls !== 'off')
  )
    throw new ConfigError(
      `DRAGOMAN_SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://…:465; append "?tls=off" for a relay without TLS. ${ENCODED}`,
    )
  const isSecure = parsed.protocol === 'smtps:'
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (isSecure ? 465 : 587) : Number(parsed.port),
    isSecure,
    auth: auth.user === '' ? null : auth,
    tls,
    from: senderOf(from),
  }
}

/** Returns user and password of a URL; null if one has a percent sign that is not encoded. */
function decodedAuth({ username, password }: URL): { readonly user: string; readonly pass: string } | null {
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    return null
  }
}

/** Reads `Dragoman <l10n@example.com>`, or the address alone. */
function senderOf(text: string | undefined): MailSettings['from'] {
  const [, name = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text ?? '') ?? ['', '', text ?? '']
  if (!isMailAddress(address))
    throw new ConfigError(
      'DRAGOMAN_MAIL_FROM must be the sender of emails, such as "Dragoman <l10n@example.com>", if DRAGOMAN_SMTP_URL is set.',
    )
  return { name: name.trim() || 'Dragoman', address }
}
