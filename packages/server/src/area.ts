import type { Subscriber } from './events/subscriber.ts'
import type { Handlers } from './http/mount.ts'
import type { JobKind } from './jobs/job-kind.ts'

/**
 * What an area brings along, declared in its own `area.ts`: the handlers of its routes, who follows events,
 * the kinds of its jobs, and what it takes up when the server has started.
 */
export type Area<A extends keyof Handlers | null = null> = {
  readonly subscribers?: readonly Subscriber[]
  readonly jobs?: readonly JobKind[]
  readonly start?: () => Promise<void>
  /** Ends what `start` took up. */
  readonly close?: () => Promise<void>
} & (A extends keyof Handlers ? { readonly handlers: Handlers[A] } : unknown)
