import { resolve } from 'node:path'
import type { StoreConfig } from '@dragoman/store'

export type Config = {
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  readonly database: StoreConfig
  /** Fixes the one-time set-up code; null: a random one each start. */
  readonly setupCode: string | null
}

/** A setting that cannot be used; the message says what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type ConfigArguments = {
  readonly port?: string | undefined
  readonly host?: string | undefined
  readonly dataFolder?: string | undefined
}

/**
 * The only reader of the environment; everything else takes a Config. Arguments given on the command line win over the environment.
 * Throws ConfigError.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, given: ConfigArguments = {}): Config {
  const dataFolder = resolve(given.dataFolder ?? settingOf(env, 'DRAGOMAN_DATA') ?? './data')
  const url = settingOf(env, 'DRAGOMAN_DATABASE_URL')
  return {
    port: given.port === undefined ? portOf('DRAGOMAN_PORT', settingOf(env, 'DRAGOMAN_PORT') ?? '4400') : portOf('--port', given.port),
    host: given.host ?? settingOf(env, 'DRAGOMAN_HOST') ?? '127.0.0.1',
    dataFolder,
    database: url === undefined ? { kind: 'sqlite', folder: dataFolder } : { kind: 'postgres', url: databaseUrl(url) },
    setupCode: setupCodeOf(settingOf(env, 'DRAGOMAN_SETUP_CODE')),
  }
}

/** An empty variable means the same as none, as `NAME= command` in a shell. */
function settingOf(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function portOf(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new ConfigError(`${name} is "${text}". It must be a whole number from 1 to 65535, or 0 for any free port.`)
}

function databaseUrl(text: string): string {
  if (/^postgres(ql)?:\/\/\S+$/.test(text)) return text
  throw new ConfigError(
    'DRAGOMAN_DATABASE_URL must look like postgres://user:password@host:5432/database, or be empty for SQLite in DRAGOMAN_DATA.',
  )
}

function setupCodeOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^[\w-]{8,200}$/.test(text)) return text
  throw new ConfigError('DRAGOMAN_SETUP_CODE must have 8 to 200 letters, digits, "-" or "_".')
}
