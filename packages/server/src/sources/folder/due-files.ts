/** Files that are to be compared with the catalog, and why. */
export type DueFiles = {
  /** The file may have changed on disk. */
  readonly addFile: (path: string) => void
  /** The catalog has changed texts of these languages in it. */
  readonly addLanguages: (path: string, languages: Iterable<string>) => void
  readonly isEmpty: () => boolean
  readonly hasFiles: () => boolean
  readonly hasLanguages: () => boolean
  readonly files: () => Iterable<string>
  /** Everything that is due; nothing is afterwards. */
  readonly take: () => TakenFiles
  /**
   * Makes what was taken due again; `catalog-only`: only what was saved here, since files are found again by
   * looking.
   */
  readonly putBack: (taken: TakenFiles, which: 'all' | 'catalog-only') => void
}

export type TakenFiles = {
  readonly paths: readonly string[]
  /** Languages by path. */
  readonly fromCatalog: ReadonlyMap<string, ReadonlySet<string>>
}

export function openDueFiles(): DueFiles {
  const fromDisk = new Set<string>()
  const fromCatalog = new Map<string, Set<string>>()

  function addLanguages(path: string, languages: Iterable<string>): void {
    const known = fromCatalog.get(path) ?? new Set()
    for (const language of languages) known.add(language)
    if (known.size > 0) fromCatalog.set(path, known)
  }

  return {
    addFile: (path) => fromDisk.add(path),
    addLanguages,
    isEmpty: () => fromDisk.size + fromCatalog.size === 0,
    hasFiles: () => fromDisk.size > 0,
    hasLanguages: () => fromCatalog.size > 0,
    files: () => fromDisk,
    take() {
      const taken = {
        paths: [...new Set([...fromDisk, ...fromCatalog.keys()])],
        fromCatalog: new Map(fromCatalog),
      }
      fromDisk.clear()
      fromCatalog.clear()
      return taken
    },
    putBack(taken, which) {
      for (const path of taken.paths) {
        const languages = taken.fromCatalog.get(path)
        if (languages !== undefined) addLanguages(path, languages)
        else if (which === 'all') fromDisk.add(path)
      }
    },
  }
}
