import type { Store } from '../../../lib/store.ts'
import { whileDue } from '../../../lib/while-due.ts'
import type { ListState } from './list-state.ts'
import type { suspectRows } from './suspect-rows.ts'

type Parts = {
  readonly state: Store<ListState>
  readonly suspects: ReturnType<typeof suspectRows>
  /** Loads a page of a list that is empty. */
  readonly fill: (page: number) => Promise<void>
}

/** Knows which pages of a list are viewed, and reads their suspect rows again. */
export function viewedPages({ state, suspects, fill }: Parts) {
  let visible: readonly number[] = [0]
  /** Those around the open string, which can be out of view. */
  let open: readonly number[] = []

  const readFirst = whileDue(async () => {
    if (state.get().total === 0) await fill(visible[0] ?? 0)
    else await readViewed('waiting')
  })
  /** Separate, because its retries take seconds, and a person can open a string of another page meanwhile. */
  const readBehind = whileDue(() => readViewed('again'))

  async function readViewed(suspicion: 'waiting' | 'again'): Promise<void> {
    const pages = new Set([...visible, ...open])
    const reads = await Promise.allSettled([...pages].map((page) => suspects.read(page, suspicion)))
    for (const read of reads) if (read.status === 'rejected') throw read.reason
  }

  const readAgain = () => readFirst().catch(readBehind)

  function readDue(pages: readonly number[]): void {
    // Rows that cannot be read are marked, and read again when a person asks for them.
    if (pages.some((page) => suspects.of(page, 'waiting').length > 0)) readAgain().catch(() => {})
    if (pages.some((page) => suspects.of(page, 'again').length > 0)) readBehind().catch(() => {})
  }

  return {
    /** Notes the visible pages, and reads their suspect rows: those that could not be read when their page appears. */
    view: (pages: readonly number[]) => {
      for (const page of pages) if (!visible.includes(page)) suspects.retry(page)
      visible = pages
      readDue(pages)
    },
    /** Notes the pages around the open string, and reads their suspect rows. */
    open: (pages: readonly number[]) => {
      open = pages
      readDue(pages)
    },
    /** Reads the suspect rows of the viewed pages, and those that cannot be read once more. */
    readAgain,
  }
}
