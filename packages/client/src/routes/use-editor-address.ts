import { useNavigate, useRouter } from '@tanstack/react-router'
import type { TranslateSearch } from '../app/router.tsx'
import type { EditorProps, EditorSearch } from '../features/translations/Editor.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The string was opened from the list of the editor, which is one entry back. */
    readonly isFromList?: true
  }
}

type EditorAddress = {
  readonly showSearch: EditorProps['onSearch']
  readonly showLanguage: (language: string, search: EditorSearch) => void
}

/** Returns functions that show another search, or another language. `search`: on the screen. */
export function useEditorAddress(slug: string, language: string, search: TranslateSearch): EditorAddress {
  const navigate = useNavigate({ from: '/p/$project/translate/$language' })
  const router = useRouter()
  const to = '/p/$project/translate/$language'
  const showSearch: EditorAddress['showSearch'] = (change, how) => {
    const params = { project: slug, language }
    const replace = how !== 'push'
    // A list that loads during navigation to another screen must not bring the reader back
    const isHere = router.latestLocation.pathname === `/p/${slug}/translate/${language}`
    if (!isHere) {
      if (!replace) void navigate({ to, params, search: change(shownSearch(search)) })
      return
    }
    const { isFromList } = router.latestLocation.state
    // Replaced instead, the list would be in the history twice, and the back button would seem to do nothing.
    if (how === 'back' && isFromList === true) return router.history.back()
    void navigate({
      to,
      params,
      replace,
      // The router's search is newer than the one on the screen while it navigates
      search: (last) => change(shownSearch(last)),
      state: isFromList === true || how === 'push' ? { isFromList: true } : {},
    })
  }
  const showLanguage = (next: string, search: EditorSearch) =>
    void navigate({ to, params: { project: slug, language: next }, search })
  return { showSearch, showLanguage }
}

/** A link to a comment opens the comments. */
export function shownSearch({ comment, ...search }: TranslateSearch): EditorSearch {
  return comment === undefined ? search : { ...search, panel: search.panel ?? 'comments' }
}
