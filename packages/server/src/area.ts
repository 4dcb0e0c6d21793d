import type { Subscriber } from './events/subscriber.ts'
import type { Handlers } from './http/mount.ts'

/**
 * What an area contributes, listed in `areas/all.ts`: route handlers, event subscribers, and work
 * that begins once the server has started.
 */
export type Area<A extends keyof Handlers | null = null> = {
  readonly subscribers?: readonly Subscriber[]
  readonly start?: () => Promise<void>
  /** Stops what `start` started. */
  readonly close?: () => Promise<void>
} & (A extends keyof Handlers ? { readonly handlers: Handlers[A] } : unknown)
