import type { DomainEvent } from '@dragoman/contract'
import type { BuiltBundle } from './build-bundle.ts'

/** Files that are no longer up to date. */
export type StaleFiles = {
  /** Null: of every project. */
  readonly projectId: number | null
  /** Null: of every channel. */
  readonly channel: string | null
  /** What was written to the catalog; null: anything might have changed. */
  readonly files: readonly { readonly language: string; readonly namespace: string }[] | null
  /** Whether only texts of the catalog were written: the content of a release stays. */
  readonly isOfCatalog: boolean
  /**
   * Whether the old texts can be served while newer ones cannot be read; false if, for example, access might
   * have changed.
   */
  readonly isServable: boolean
}

/** Returns what an event makes stale, or null. */
export function staleAfter(event: DomainEvent): StaleFiles | null {
  const { projectId } = event
  if (projectId === null) return null
  switch (event.kind) {
    case 'content.changed': {
      // Too much to list, such as an added or removed language: everything.
      const files = event.payload.keys === null ? null : event.payload.files
      return { projectId, channel: null, files, isOfCatalog: true, isServable: true }
    }
    case 'channel.changed': {
      const { channel, what } = event.payload
      // Access might have changed with the settings, but not with a move to another release.
      return { projectId, channel, files: null, isOfCatalog: false, isServable: what === 'moved' }
    }
    case 'project.changed':
    case 'project.deleted':
      return { projectId, channel: null, files: null, isOfCatalog: false, isServable: false }
  }
  return null
}

/** Whether a file is no longer up to date. */
export function isStale(
  bundle: Pick<
    BuiltBundle,
    'of' | 'projectId' | 'channel' | 'releaseId' | 'language' | 'namespace' | 'hasOtherLanguages'
  >,
  { projectId, channel, files, isOfCatalog, isServable }: StaleFiles,
): boolean {
  if (projectId !== null && bundle.projectId !== projectId) return false
  // Its content is fixed by its address; only access can change, with any channel of the project.
  if (bundle.of === 'fixed') return !isServable
  if (channel !== null && bundle.channel !== channel) return false
  // The content of a release never changes.
  if (bundle.releaseId !== null && isOfCatalog) return false
  // A manifest also names what its files were made of.
  if (files === null || bundle.of === 'manifest') return true
  return files.some(
    ({ language, namespace }) =>
      namespace === bundle.namespace && (bundle.hasOtherLanguages || language === bundle.language),
  )
}
