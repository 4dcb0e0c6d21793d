import type { ChangeSet, ProjectRow, Store } from '@dragoman/store'
import { type BuiltBundle, buildBundleText } from './build-bundle-text.ts'
import type { BundleAddress } from './bundle-address.ts'
import { openBundleUnits } from './bundle-units.ts'

/** What apps load: builds it, and tells when what was built is not the newest any more. Keeps no files. */
export type Publisher = {
  /**
   * The file of an address as the catalog has it now. Null for what there is not; `private` for a project
   * that may not be read: by everybody, unless `mayRead` says by whom.
   */
  readonly build: (address: BundleAddress, mayRead?: MayRead) => Promise<BuiltBundle | 'private' | null>
  /** Hears which files are to be built anew, before anybody can ask for the newest. */
  readonly onStale: (listener: (isStale: IsStale) => void) => void
  /** Content of a project changed. */
  readonly changed: (changeSet: ChangeSet) => void
  /** Its settings did, or it is gone. */
  readonly projectChanged: (projectId: number) => void
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

  return {
    build: (address, mayRead = isPublic) => store.read((r) => buildBundleText(r, address, mayRead, units.of)),
    onStale: (listener) => void listeners.push(listener),
    changed(changeSet) {
      units.changed(changeSet)
      tell(staleAfter(changeSet))
    },
    projectChanged(projectId) {
      units.projectChanged(projectId)
      tell((bundle) => bundle.projectId === projectId)
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
