import { type Detection, detectProjects, findLeftOut } from '@dragoman/formats'
import type { FolderSource } from '@dragoman/store'
import { folderContent } from './folder-content.ts'
import type { LeftOut } from './left-out.ts'
import { scanFolder } from './scan-folder.ts'

/** A repository is large, and no one waits for this. */
const SURVEY_MS = 5000
/** More than a person reads. */
const SHOWN_MAX = 1000

/** What is left out of a source, as far as it is listed. */
export type SurveyedFiles = {
  readonly files: readonly LeftOut[]
  /** Number of further files. */
  readonly more: number
}

const NOTHING: SurveyedFiles = { files: [], more: 0 }

/** What the connected folders contain in addition to the files of their sources. */
export type FolderSurvey = {
  /** What looks like locale files and is in no connected pattern, for a source. */
  readonly leftOut: (sourceId: number) => SurveyedFiles
  /** Scans a folder in the background; if called again in the meantime, scans it once more afterwards. */
  readonly look: (folder: string) => Promise<void>
}

export type SurveyRequest = {
  /** The running sources. */
  readonly sources: () => readonly FolderSource[]
  /** What is left out of a source has changed. */
  readonly onChange: (sourceId: number) => void
}

export function openFolderSurvey({ sources, onChange }: SurveyRequest): FolderSurvey {
  const known = new Map<number, SurveyedFiles>()
  const looks = new Map<string, { isRequestedAgain: boolean; readonly done: Promise<void> }>()

  async function survey(folder: string): Promise<void> {
    const { found: paths } = await scanFolder(folder, '', { withinMs: SURVEY_MS })
    const content = folderContent(folder)
    const detections = await detectProjects(paths, content)
    const own = sources().filter((source) => source.folder === folder)
    const others = own.map(({ pattern }) => pattern)
    for (const { id, pattern, format } of own) {
      const { files, unread } = await findLeftOut(
        { pattern, format, skipped: skippedOf(detections, pattern) },
        { paths, others, content },
      )
      const listed = files.slice(0, SHOWN_MAX)
      const shown = { files: listed, more: files.length - listed.length + unread }
      const isSame = JSON.stringify(shown) === JSON.stringify(known.get(id) ?? NOTHING)
      known.set(id, shown)
      if (!isSame) onChange(id)
    }
  }

  async function look(folder: string): Promise<void> {
    const running = looks.get(folder)
    if (running !== undefined) {
      running.isRequestedAgain = true
      return running.done
    }
    const current = { isRequestedAgain: false, done: survey(folder).finally(() => looks.delete(folder)) }
    looks.set(folder, current)
    await current.done
    if (current.isRequestedAgain) await look(folder)
  }

  return { leftOut: (sourceId) => known.get(sourceId) ?? NOTHING, look }
}

/** Returns what detection skipped among the files of a pattern; nothing for one that a person entered. */
function skippedOf(detections: readonly Detection[], pattern: string): Detection['skipped'] {
  return detections.find((detection) => detection.pattern === pattern)?.skipped ?? []
}
