import type { ChangeSet, ProjectRow, Store } from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'
import { type BuiltBundle, buildBundleText } from './build-bundle-text.ts'
import type { BundleAddress } from './bundle-address.ts'
import { openBundleUnits } from './bundle-units.ts'

/** What apps load: builds it, and tells when what was built is not the newest any more. Keeps no files. */
export type Publisher = Subscriber & {
  /**
   * The file of an address as the catalog has it now. Null for what there is not; `private` for a project
   * that may not be read: by everybody, unless `mayRead` says by whom.
   */
  readonly build: (address: BundleAddress, mayRead?: MayRead) => Promise<BuiltBundle | 'private' | null>
  /** Hears which files are to be built anew, before anybody can ask for the newest. */
  readonly onStale: (listener: (isStale: IsStale) => void) => void
}

/** Whether somebody may read a project. */
export type MayRead = (project: ProjectRow) => boolean

export type IsStale = (
  bundle: Pick<BuiltBundle, 'projectId' | 'language' | 'namespace' | 'hasFallback'>,
) => boolean

export type PublisherOptions = {
  readonly store: Store
  /** Whether anybody may load the files of a project. */
  readonly isPublic: MayRead
}

export function openPublisher({ store, isPublic }: PublisherOptions): Publisher {
  const units = openBundleUnits()
  const listeners: ((isStale: IsStale) => void)[] = []

  function tell(isStale: IsStale): void {
    for (const listener of listeners) listener(isStale)
  }

  function dropProject(projectId: number): void {
    units.projectChanged(projectId)
    tell((bundle) => bundle.projectId === projectId)
  }

  return {
    build: (address, mayRead = isPublic) => store.read((r) => buildBundleText(r, address, mayRead, units.of)),
    onStale: (listener) => void listeners.push(listener),
    name: 'publish',
    onEvent(event) {
      const { projectId } = event
      if (projectId === null) return
      switch (event.kind) {
        case 'content.changed': {
          const changeSet = { ...event.payload, projectId }
          units.changed(changeSet)
          return tell(staleAfter(changeSet))
        }
        case 'project.changed':
        case 'project.deleted':
          return dropProject(projectId)
      }
    },
    onGap(projectId) {
      if (projectId !== null) return dropProject(projectId)
      units.clear()
      tell(() => true)
    },
  }
}

/** Which files a change of the catalog is in. */
export function staleAfter({ projectId, files, keys }: ChangeSet): IsStale {
  return (bundle) => {
    if (bundle.projectId !== projectId) return false
    // More than can be named, such as a language that came or went.
    if (keys === null) return true
    return files.some(
      ({ language, namespace }) =>
        namespace === bundle.namespace && (bundle.hasFallback || language === bundle.language),
    )
  }
}
