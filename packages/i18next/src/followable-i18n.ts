type Listener = (...values: unknown[]) => void
/** Its types leave out the texts that i18next passes. */
type AddedListener = (language: string, namespace: string, ...texts: object[]) => void

/**
 * The used part of an i18next instance, from version 23 to 26. Declared here instead of imported, so that it
 * accepts the types of any of these versions.
 */
export type FollowableI18n = {
  readonly options: object
  readonly isInitialized?: boolean
  /** Contains the app's backend; accessed defensively, as versions and backends differ. */
  readonly services: object
  readonly store?: {
    readonly data: object
    on(event: 'added', listener: AddedListener): void
    off(event: 'added', listener: AddedListener): void
  }
  on(event: string, listener: Listener): void
  off(event: string, listener?: Listener): void
  emit(event: string, ...values: unknown[]): void
  getResourceBundle(language: string, namespace: string): Record<string, unknown> | undefined
  addResourceBundle(language: string, namespace: string, texts: object): unknown
}

/** A backend as documented by i18next: with a callback or a promise. */
export type Backend = {
  read?(language: string, namespace: string, callback: (error: unknown, texts: unknown) => void): unknown
  /** On caches of i18next-chained-backend. */
  save?(language: string, namespace: string, texts: unknown): void
  /** On i18next-chained-backend: caches first. */
  backends?: readonly Backend[]
}

/** i18next's own record of what its backend has loaded. */
export type Connector = {
  readonly backend?: Backend | null
  /** By `language|namespace`: 1 loading, 2 loaded, -1 failed. */
  readonly state?: Record<string, number>
}

export function connectorOf(i18n: FollowableI18n): Connector | undefined {
  return (i18n.services as { backendConnector?: Connector } | undefined)?.backendConnector
}
