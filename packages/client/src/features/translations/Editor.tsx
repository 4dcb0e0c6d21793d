import type { OverviewReply, ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignAsked } from '../../components/AssignButton.tsx'
import { isControl } from '../../lib/focus/focus-places.ts'
import { useSkipTarget } from '../../lib/focus/skip-link.ts'
import { useFocusAfterReplacing } from '../../lib/focus/use-focus-after-replacing.ts'
import { useWantedFocus, type WantedFocus } from '../../lib/focus/use-wanted-focus.ts'
import { useListShortcuts } from '../../lib/list/use-list-shortcuts.ts'
import { announce } from '../../lib/notices/announce.ts'
import { useLiveStatus } from '../../lib/server/live.ts'
import { useSendLocation } from '../../lib/server/presence.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { ShellSlot } from '../../ui/ShellSlot.tsx'
import styles from './Editor.module.css'
import { EditorFooter } from './EditorFooter.tsx'
import { LanguagePick } from './LanguagePick.tsx'
import { ListColumn } from './list/ListColumn.tsx'
import type { ListState } from './list/list-state.ts'
import type { StringListHandle } from './list/StringListView.tsx'
import { useCurrentRow } from './list/use-current-row.ts'
import { useLiveRows } from './list/use-live-rows.ts'
import { type OpenString, useOpenString } from './list/use-open-string.ts'
import { type ShownList, useStringList } from './list/use-string-list.ts'
import { OpenStringView } from './OpenStringView.tsx'
import { translationQueries } from './queries.ts'
import { useReturnedSaves } from './saving/use-returned-saves.ts'
import { FilterChips } from './search/FilterChips.tsx'
import { chipOf, type FilterChip, withChip } from './search/filter-query.ts'
import { type SearchedTask, SearchLine } from './search/SearchLine.tsx'
import { type LanguageCounts, shownCounts } from './search/shown-counts.ts'
import { type Filter, useFilter } from './search/use-filter.ts'
import type { CommentsOfEditor, Panel } from './side/SidePanel.tsx'
import type { EditorFieldsHandle } from './string/EditorFields.tsx'

export type EditorSearch = { readonly q?: string; readonly key?: number; readonly panel?: Panel }

export type EditorProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly search: EditorSearch
  /**
   * Changes the newest search of the URL, which is perhaps not on the screen yet. `push` makes the back
   * button return here; `back` returns to where that was, and replaces if a link has opened this page.
   */
  readonly onSearch: (
    change: (search: EditorSearch) => EditorSearch,
    how: 'push' | 'replace' | 'back',
  ) => void
  readonly onLanguage: (language: string) => void
  readonly languageCounts: OverviewReply['languages'] | undefined
  /** Called when `languageCounts` starts or stops being shown. */
  readonly onChoosingLanguage: (isChoosing: boolean) => void
  readonly comments: CommentsOfEditor
  /** The task whose strings are shown. */
  readonly task: SearchedTask | null
  /** Apps can load the texts of the project. */
  readonly reachesApps: boolean
  /** What is next after the last string of a filter, or if nothing matches it. */
  readonly end: (takesFocus: boolean) => ReactNode
  /** Called with the loaded keys, so that their indicators can be loaded. */
  readonly onKeys: (keyIds: readonly (readonly number[])[]) => void
}

/** The editor: a list of strings, the open one, and reference information. */
export function Editor(props: EditorProps) {
  const { project, language, search, onSearch } = props
  const { t } = useTranslation('translations')
  const isNarrow = useNarrow()
  const filter = useFilter(search.q ?? '', (query) => {
    onSearch(
      ({ panel }) => ({ ...(query === '' ? {} : { q: query }), ...(panel === undefined ? {} : { panel }) }),
      'replace',
    )
  })
  const { q, round } = filter
  const shown = useStringList({ project: project.slug, language, q, round })
  const counts = useQuery(translationQueries.counts(project.slug, language)).data
  const places = useEditorPlaces()
  const { pane, focusList } = places
  // The caret starts in the first text, except on phones, where the keyboard would cover the screen.
  const focus = useWantedFocus(!isNarrow)

  const setKey = useLatestCallback((key: number | null) => {
    const isOpening = isNarrow && search.key === undefined
    onSearch(
      ({ key: _, ...rest }) => (key === null ? rest : { ...rest, key }),
      key === null ? 'back' : isOpening ? 'push' : 'replace',
    )
  })
  const live = useLiveStatus(project.slug)
  const open = useOpenString(shown, {
    key: search.key ?? null,
    setKey,
    opensFirst: !isNarrow,
    isConnected: live !== 'away',
  })
  useSendLocation(project.slug, { language, keyId: open.keyId, isLive: live === 'live' })
  useLiveRows(shown, open.keyId, project.sourceLanguage)
  useReturnedSaves({ project: project.slug, language, openKey: open.keyId, onOpen: open.open })
  useShownStrings(shown, { onKeys: props.onKeys, focus, focusList })
  const isStringShown = open.keyId !== null
  const current = useCurrentRow(shown, open, isNarrow)
  useFocusAfterReplacing(isNarrow && isStringShown, focusList)
  const onEnter = () => {
    if (!isNarrow) pane.current?.focus()
    else if (current.keyId !== null) open.open(current.keyId)
  }
  useEditorShortcuts(places, open, { filter, isNarrow })

  const pickLanguage = useLatestCallback(props.onLanguage)
  const setPanel = useLatestCallback((panel: Panel) => onSearch((last) => ({ ...last, panel }), 'replace'))
  const searchLine = <EditorSearchLine {...{ project, filter, shown, places }} task={props.task} />
  return (
    <div className={styles.editor} data-view={isNarrow ? (isStringShown ? 'string' : 'list') : 'both'}>
      {open.row === null ? <h1 className="visually-hidden">{t('list.label')}</h1> : null}
      <ShellSlot name="crumbs">
        <LanguagePick
          project={project}
          language={language}
          counts={counts?.counts}
          all={props.languageCounts}
          onChoosing={props.onChoosingLanguage}
          onPick={pickLanguage}
        />
      </ShellSlot>
      <ShellSlot name="search">{isNarrow ? null : searchLine}</ShellSlot>
      {isNarrow && isStringShown ? null : (
        <ListColumn
          {...{ shown, project, q, current }}
          onClearFilter={() => filter.set('')}
          listRef={places.list}
          onLeaveBar={focusList}
          columnRef={places.column}
          onEnter={onEnter}
          end={props.end(false)}
        >
          {isNarrow ? <div className={styles.narrowSearch}>{searchLine}</div> : null}
          <EditorChips filter={filter} counts={counts} language={language} list={shown.state} />
        </ListColumn>
      )}
      {isNarrow && !isStringShown ? null : (
        <OpenStringView
          {...{ open, shown, project, focus }}
          panel={search.panel ?? 'context'}
          onPanel={setPanel}
          comments={props.comments}
          end={props.end}
          paneRef={pane}
          {...(isNarrow ? { onBack: () => open.open(null) } : {})}
        />
      )}
      <EditorFooter project={project.slug} counts={counts?.counts} reachesApps={props.reachesApps} />
    </div>
  )
}

type ShownStringsUse = Pick<EditorProps, 'onKeys'> &
  Pick<EditorPlaces, 'focusList'> & { readonly focus: WantedFocus }

/** Reports the strings that are shown. If there are none, the list gets the focus instead of a text. */
function useShownStrings({ state }: ShownList, { onKeys, focus, focusList }: ShownStringsUse): void {
  const { t } = useTranslation('translations')
  const { pages, total, isAtLeast } = state
  useEffect(() => onKeys([...pages.values()]), [pages, onKeys])
  useEffect(() => {
    if (total === null) return
    announce(isAtLeast ? t('list.countAtLeast', { number: total }) : t('list.count', { count: total }))
    if (total === 0 && focus.take(null)) focusList()
  }, [total, isAtLeast, t, focus, focusList])
}

type EditorSearchLineProps = Pick<EditorProps, 'project' | 'task'> & {
  readonly filter: Filter
  readonly shown: ShownList
  readonly places: EditorPlaces
}

/** The search, with the names of this project. */
function EditorSearchLine({ project, task, filter, shown, places }: EditorSearchLineProps) {
  const namespaces = useMemo(() => project.namespaces.map((one) => one.name), [project])
  const authors = useLatestCallback(() =>
    [...new Set([...shown.state.rows.values()].map((row) => row.target.actor?.name))]
      .filter((name) => name !== undefined)
      .sort(),
  )
  return (
    <SearchLine
      {...{ namespaces, authors, task }}
      ref={places.searchLine}
      query={filter.written}
      onQuery={filter.set}
      onLeave={places.focusList}
    />
  )
}

type EditorPlaces = {
  readonly searchLine: RefObject<{ readonly focus: () => void } | null>
  readonly list: RefObject<StringListHandle | null>
  /** Takes the focus if there is no list. */
  readonly column: RefObject<HTMLElement | null>
  readonly pane: RefObject<EditorFieldsHandle | null>
  readonly focusList: () => void
}

/** Returns what can have the focus. */
function useEditorPlaces(): EditorPlaces {
  const searchLine = useRef<{ readonly focus: () => void }>(null)
  const list = useRef<StringListHandle>(null)
  const column = useRef<HTMLElement>(null)
  const pane = useRef<EditorFieldsHandle>(null)
  const focusList = useLatestCallback(() => (list.current ?? column.current)?.focus())
  return { searchLine, list, column, pane, focusList }
}

function useEditorShortcuts(
  { searchLine, list, pane, focusList }: EditorPlaces,
  open: OpenString,
  { filter, isNarrow }: { readonly filter: Filter; readonly isNarrow: boolean },
): void {
  useSkipTarget(() => {
    if (pane.current?.focus() !== true) focusList()
    return true
  })
  const group = 'translations:shortcuts.listGroup'
  useListShortcuts({
    group,
    onMove: (by) => {
      focusList() // so that the next key press is not typed into a text
      if (isNarrow && open.keyId === null) list.current?.move(by)
      else open.move(by)
    },
    onSelect: () => list.current?.select(),
  })
  useShortcuts([
    {
      id: 'search',
      keys: '/',
      label: 'translations:search.label',
      group,
      run: () => searchLine.current?.focus(),
    },
    {
      id: 'list-enter',
      keys: 'Enter',
      label: 'translations:shortcuts.enter',
      group,
      appliesAt: (target) => !isControl(target),
      run: () => void pane.current?.focus(),
    },
    {
      id: 'leave',
      keys: 'Escape',
      label: 'translations:shortcuts.leave',
      group,
      inFields: true,
      run: () => {
        if (isNarrow && open.keyId !== null) return open.open(null)
        const wasInPane = pane.current?.hasFocus() === true
        focusList()
        if (!wasInPane) filter.leave()
      },
    },
  ])
}

type EditorChipsProps = {
  readonly filter: Filter
  readonly counts: LanguageCounts | undefined
  readonly language: string
  readonly list: Pick<ListState, 'total' | 'isAtLeast'>
}

/** The common filters. The results of any other search can be assigned. */
function EditorChips({ filter: { q, set }, counts, language, list }: EditorChipsProps) {
  const { total, isAtLeast } = list
  const shown = useMemo(() => (counts === undefined ? undefined : shownCounts(counts, q)), [counts, q])
  const choose = useLatestCallback((chip: FilterChip) => set(withChip(q, chip)))
  const assign = useMemo((): AssignAsked | null => {
    if (q === '' || total === null || total === 0) return null
    return {
      select: { q, language },
      count: isAtLeast ? null : total,
      languages: [language],
      namespaces: [],
      goal: 'translated',
    }
  }, [q, language, total, isAtLeast])
  return <FilterChips chosen={chipOf(q)} counts={shown} onChoose={choose} assign={assign} />
}
