import type { MemberReply, ProjectReply } from '@dragoman/contract'
import type { MemberRef } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../components/MoreButton.tsx'
import type { SelectedRows } from '../../lib/list/use-row-selection.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import {
  CELL_SHAPES,
  type CellLanguages,
  isSwitchable,
  type LimitKind,
  limitedRole,
  rightsWithRole,
  withLanguageSwitched,
} from './cell-rights.ts'
import { LeaveProject } from './LeaveProject.tsx'
import type { OpenDialog } from './MemberDialogs.tsx'
import { MemberFilterBar } from './MemberFilterBar.tsx'
import { MemberGrid } from './MemberGrid.tsx'
import type { RowActs } from './MemberRow.tsx'
import { MemberSelectionBar } from './MemberSelectionBar.tsx'
import styles from './Members.module.css'
import { useKeptAccess } from './use-kept-access.ts'
import type { MemberActs } from './use-member-acts.ts'
import type { MemberList } from './use-member-list.ts'
import { useMemberName } from './use-member-name.ts'

/** Number of language columns shown at first. */
const LANGUAGES_AT_FIRST = 8

export type MemberListViewProps = {
  readonly project: ProjectReply
  readonly list: MemberList
  readonly selection: SelectedRows<MemberRef>
  readonly acts: MemberActs
  readonly onOpen: (dialog: OpenDialog) => void
  readonly ownId: string | null
  /** Why nothing can be changed; null: it can. */
  readonly refusal: string | null
  readonly groupRefusal: string | null
  /** Below a list that contains only the viewer. */
  readonly alone: string | null
  /** Null: the viewer is not a direct member. */
  readonly onLeft: ((said: string) => void) | null
}

/** Filters, the grid of rights, and what its signs mean. */
export function MemberListView(props: MemberListViewProps) {
  const { project, list, selection, onOpen, ownId, refusal, alone, onLeft } = props
  const { t } = useTranslation(['members', 'common'])
  const [isWide, setIsWide] = useState(false)
  const isNarrow = useNarrow()
  const { members, counts, lastManager } = list
  const cells: CellLanguages = {
    all: project.languages.map(({ tag }) => tag),
    source: project.sourceLanguage,
  }
  const targets = cells.all.filter((tag) => tag !== cells.source)
  const columns = isNarrow ? [] : isWide ? targets : targets.slice(0, LANGUAGES_AT_FIRST)
  const chosen = members.filter(({ who }) => selection.ids.has(who))

  return (
    <>
      <MemberFilterBar
        project={project}
        filter={list.filter}
        onFilter={list.setFilter}
        isWide={targets.length <= LANGUAGES_AT_FIRST ? null : isWide}
        onWide={setIsWide}
        onExplain={() => {
          const [first = members[0]] = chosen
          onOpen({ what: 'explain', who: first?.who ?? 'visitor', language: null })
        }}
      />
      {chosen.length === 0 ? null : <ChosenMembers chosen={chosen} {...props} />}
      {list.error !== null ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : counts === null ? null : members.length === 0 && list.missing !== null ? (
        <EmptyState title={t(`none.${list.missing}`)} action={null}>
          {t(`none.${list.missing}About`)}
        </EmptyState>
      ) : members.length === 0 ? (
        <EmptyState
          title={t('nobodyFound')}
          action={<Button onPress={list.clearFilter}>{t('common:nothingFound.clear')}</Button>}
        >
          {t('common:nothingFound.about')}
        </EmptyState>
      ) : (
        <>
          <MemberGrid
            members={members}
            counts={counts}
            languages={columns}
            isSummary={isNarrow}
            acts={rowActs(props, cells)}
            onEnd={list.loadMore}
            {...{ selection, ownId, lastManager, refusal }}
          />
          {list.pages.isFetchNextPageError ? (
            <MoreButton list={list.pages}>{t('common:tryAgain')}</MoreButton>
          ) : null}
        </>
      )}
      {alone === null ? null : <p className={styles.useAbout}>{alone}</p>}
      <div className={styles.foot}>
        <Legend isHidden={isNarrow} refusal={refusal} />
        {onLeft === null ? null : (
          <LeaveProject
            project={project}
            refusal={lastManager === ownId ? t('lastManager') : null}
            onLeft={onLeft}
          />
        )}
      </div>
    </>
  )
}

type ChosenMembersProps = Pick<
  MemberListViewProps,
  'project' | 'selection' | 'acts' | 'onOpen' | 'refusal' | 'groupRefusal'
> & { readonly chosen: readonly MemberReply[] }

/** Actions for the selected members. */
function ChosenMembers(props: ChosenMembersProps) {
  const { project, chosen, selection, acts, onOpen, refusal, groupRefusal } = props
  const { t } = useTranslation('members')
  const { aboutRemoval } = useKeptAccess()
  const nameOf = useMemberName()
  // Owners of the server can do everything without a role that could be changed.
  const changeable = chosen.filter(({ rights }) => rights !== null)
  const limitable = (what: LimitKind) =>
    changeable.filter(({ rights }) => rights !== null && limitedRole(rights, what) !== undefined)
  const [owner] = chosen
  const ownerRefusal =
    owner !== undefined && changeable.length === 0 ? t('verdict.owner', { name: nameOf(owner) }) : null
  return (
    <MemberSelectionBar
      project={project.name}
      count={chosen.length}
      names={changeable.map(nameOf)}
      refusal={refusal ?? ownerRefusal}
      limitRefusal={{
        languages: limitable('languages').length === 0 ? t('noRoleWithLanguages') : null,
        namespaces: limitable('namespaces').length === 0 ? t('noRoleWithNamespaces') : null,
      }}
      groupRefusal={groupRefusal}
      removalAbout={aboutRemoval(changeable)}
      onRole={(role) => acts.saveAll(changeable, (rights) => rightsWithRole(rights, role))}
      onOpen={(what) => onOpen(what === 'add-to-group' ? { what } : { what, of: limitable(what) })}
      onRemove={() => {
        acts.saveAll(changeable, () => null)
        selection.clear()
      }}
      onClear={selection.clear}
    />
  )
}

/** Returns what can be done in a row. */
function rowActs(
  { acts, refusal, onOpen }: Pick<MemberListViewProps, 'acts' | 'refusal' | 'onOpen'>,
  cells: CellLanguages,
): RowActs {
  const explain: RowActs['explain'] = ({ who }, language) => onOpen({ what: 'explain', who, language })
  return {
    ...acts,
    explain,
    switchLanguage(member, tag) {
      if (member.rights !== null && refusal === null && isSwitchable(member))
        acts.saveRights(member, withLanguageSwitched(member.rights, tag, cells))
      else explain(member, tag)
    },
    chooseRoles: (of) => onOpen({ what: 'roles', of }),
    chooseNamespaces: (of) =>
      onOpen((of.rights?.grants ?? []).length > 0 ? { what: 'roles', of } : { what: 'namespaces', of: [of] }),
  }
}

/** What the signs in the cells mean. */
function Legend({ isHidden, refusal }: { readonly isHidden: boolean; readonly refusal: string | null }) {
  const { t } = useTranslation('members')
  return (
    <p className={styles.legend}>
      {(isHidden ? [] : CELL_SHAPES).map((shape) => (
        <span key={shape}>
          <i className={`${styles.shape} ${styles[shape]}`} aria-hidden="true" />
          {t(`shape.${shape}`)}
        </span>
      ))}
      {refusal === null ? null : <span>{refusal}</span>}
    </p>
  )
}
