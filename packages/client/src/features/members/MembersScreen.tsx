import type { AccessHelpReply, MemberReply, ProjectReply, RightsReply } from '@dragoman/contract'
import { type MemberRef, readMemberRef } from '@dragoman/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeWords } from '../../components/use-change-words.ts'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { ViewTabs } from '../../ui/ViewTabs.tsx'
import { isSwitchable, isWithoutLanguage, withLanguageSwitched } from './cell-rights.ts'
import { LeaveProject } from './LeaveProject.tsx'
import { MemberDialogs, type OpenDialog } from './MemberDialogs.tsx'
import { MemberFilterBar } from './MemberFilterBar.tsx'
import { MemberGrid } from './MemberGrid.tsx'
import styles from './Members.module.css'
import { MEMBER_TABS, type MemberTab } from './member-tabs.ts'
import {
  type AccessAsked,
  type MemberFilter,
  type MembersShown,
  memberMutations,
  memberQueries,
} from './queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TokenList } from './TokenList.tsx'
import { changeOf, useMemberChanges } from './use-member-changes.ts'
import { useMemberName } from './use-member-name.ts'

/** Number of language columns shown at first. */
const LANGUAGES_AT_FIRST = 8
const NO_FILTER = { q: '', role: null, language: null, namespace: null }
const NOBODY: ReadonlySet<MemberRef> = new Set()
const SHAPES = ['review', 'translate', 'suggest', 'read'] as const

type Group = { readonly id: number; readonly name: string }

export type MembersScreenProps = {
  readonly project: ProjectReply
  /** No one else can sign in here, so there are no invitations. */
  readonly isAlone: boolean
  readonly sendsMail: boolean
  /** `user:3`: the viewer. */
  readonly ownId: string | null
  readonly tab: MemberTab
  readonly onTab: (tab: MemberTab) => void
  /** Shares the project, if that is the solution. */
  readonly onShare: (role: 'reader' | 'suggester') => void
  /**
   * Called when the viewer has left the project; null: they are not a direct member, so there is nothing to
   * leave.
   */
  readonly onLeft: (() => void) | null
}

/** Who can do what, in which language: people, groups and invitations, edited in place; and tokens. */
export function MembersScreen({
  project,
  isAlone: isOnlyOne,
  sendsMail,
  ownId,
  tab,
  onTab,
  onShare,
  onLeft,
}: MembersScreenProps) {
  const { t } = useTranslation(['members', 'common'])
  const withEnded = useEndedInvitations()
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const access = useAccess()
  const why = access.onProject('members.manage')
  const ownersOnly = access.onInstance('instance.manage')
  const [filter, setFilter] = useState<Omit<MemberFilter, 'show'>>(NO_FILTER)
  const [selected, setSelected] = useState(NOBODY)
  const [isWide, setIsWide] = useState(false)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [isMakingToken, setIsMakingToken] = useState(false)
  const { save, refresh } = useMemberChanges(project.slug)
  const nameOf = useMemberName()
  const wordsOf = useChangeWords()

  const show: MembersShown = tab === 'token' ? 'everyone' : tab
  const list = useInfiniteQuery(memberQueries.list(project.slug, { ...filter, show }))
  const [first] = list.data?.pages ?? []
  const members = unique(list.data?.pages.flatMap((page) => page.members) ?? [])
  const managers = first?.managers.map(({ name }) => name) ?? []
  const askManager = managers.length === 0 ? why : t('askManager', { names: formats.list(managers) })
  const refusal = why === null ? null : askManager
  const targets = project.languages.map(({ tag }) => tag).filter((tag) => tag !== project.sourceLanguage)
  const all = project.languages.map(({ tag }) => tag)
  const isNarrow = useNarrow()
  const columns = isNarrow ? [] : isWide ? targets : targets.slice(0, LANGUAGES_AT_FIRST)
  const chosen = members.filter(({ who }) => selected.has(who))
  const close = () => setOpen(null)
  useScreenIntent({ invite: () => refusal === null && setOpen({ what: 'invite' }) })

  useShortcuts([
    {
      id: 'members.clear',
      keys: 'Escape',
      label: 'members:shortcuts.clear',
      group: 'members:title',
      run: () => setSelected(NOBODY),
    },
  ])

  const saveRights = (member: MemberReply, rights: RightsReply) => {
    if (member.kind === 'invitation' && isWithoutLanguage(rights))
      showToast(t('needsLanguage'), { tone: 'problem' })
    else
      void save(
        [changeOf(member, rights)],
        wordsOf({ name: nameOf(member), before: member.rights, after: rights, all: targets }),
      )
  }
  const saveAll = (of: readonly MemberReply[], next: (rights: RightsReply) => RightsReply | null) => {
    const changes = of.flatMap((member) =>
      member.rights === null ? [] : [changeOf(member, next(member.rights))],
    )
    if (changes.length === 0) return
    const [only] = of
    const said =
      of.length === 1 && only
        ? wordsOf({
            name: nameOf(only),
            before: only.rights,
            after: changes[0]?.rights ?? null,
            all: targets,
          })
        : t(changes.every(({ rights }) => rights === null) ? 'removedMany' : 'changedMany', {
            count: changes.length,
          })
    void save(changes, said)
  }
  const tell = async (act: () => Promise<string>) => {
    try {
      showToast(await act())
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
    await refresh()
  }
  const addToProject = async ({ id, name }: Group, rights: RightsReply) => {
    close()
    const version = members.find(({ who }) => who === `group:${id}`)?.version ?? 0
    await save([{ who: `group:${id}`, baseVersion: version, rights }], t('group.inProject', { group: name }))
    await client.invalidateQueries({ queryKey: memberQueries.groups(project.slug).queryKey })
  }

  const addToGroup = async (group: Group, whos: readonly MemberRef[]) => {
    const people = whos.map(readMemberRef).flatMap(({ kind, id }) => (kind === 'user' ? [id] : []))
    close()
    try {
      await memberMutations.addToGroup(group.id, people)
      const undo = () =>
        tell(async () => {
          const { endedInvitations } = await memberMutations.takeFromGroup(group.id, people)
          return withEnded(t('undone'), endedInvitations)
        })
      showToast(t('group.added', { count: people.length, group: group.name }), {
        action: undoAction(t('undo'), () => void undo()),
      })
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
    await refresh()
  }

  const help = (who: AccessAsked['who'], given: AccessHelpReply) => {
    const member = members.find((one) => one.who === who)
    if (given.kind === 'share') onShare(given.role)
    else if (given.kind === 'add-to-group')
      void addToGroup({ id: given.groupId, name: given.name }, who === 'visitor' ? [] : [who])
    else if (member !== undefined) saveRights(member, given.rights)
    close()
  }

  const isAlone =
    first !== undefined &&
    tab !== 'token' &&
    first.counts.person <= 1 &&
    first.counts.group + first.counts.invitation === 0
  return (
    <Page
      title={t('title')}
      about={t('about')}
      shape="fill"
      actions={
        tab === 'token' ? (
          <Button
            look="primary"
            refusal={access.onProject('tokens.manage')}
            onPress={() => setIsMakingToken(true)}
          >
            <Plus aria-hidden="true" />
            {t('token.create')}
          </Button>
        ) : (
          <>
            <Button refusal={refusal ?? ownersOnly} onPress={() => setOpen({ what: 'new-group' })}>
              {t('newGroup')}
            </Button>
            {isOnlyOne ? null : (
              <Button look="primary" refusal={refusal} onPress={() => setOpen({ what: 'invite' })}>
                <UserPlus aria-hidden="true" />
                {t('invitePeople')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.screen}>
        <ViewTabs
          label={t('shown')}
          tabs={MEMBER_TABS.map((id) => ({
            id,
            name: t(`tabs.${id}`),
            count: first === undefined ? null : formats.number(countOf(id, first.counts)),
          }))}
          value={tab}
          onChange={onTab}
        />
        {tab === 'token' ? (
          <TokenList
            project={project.slug}
            languages={all}
            refusal={access.onProject('tokens.manage')}
            isMaking={isMakingToken}
            onMaking={setIsMakingToken}
          />
        ) : (
          <>
            <MemberFilterBar
              project={project}
              filter={filter}
              onFilter={setFilter}
              isWide={targets.length <= LANGUAGES_AT_FIRST ? null : isWide}
              onWide={setIsWide}
              onExplain={() => {
                const who = chosen[0]?.who ?? members[0]?.who ?? 'visitor'
                setOpen({ what: 'explain', who, language: null })
              }}
            />
            {chosen.length === 0 ? null : (
              <SelectionBar
                project={project.name}
                names={chosen.map(nameOf)}
                refusal={refusal}
                groupRefusal={refusal ?? ownersOnly}
                onRole={(next) => saveAll(chosen, (rights) => ({ ...rights, role: next }))}
                onOpen={(what) => setOpen(what === 'add-to-group' ? { what } : { what, of: chosen })}
                onRemove={() => {
                  saveAll(chosen, () => null)
                  setSelected(NOBODY)
                }}
                onClear={() => setSelected(NOBODY)}
              />
            )}
            {list.error !== null ? (
              <ErrorState error={list.error} onRetry={() => void list.refetch()} />
            ) : first === undefined ? null : members.length === 0 ? (
              <EmptyState
                title={t('nobodyFound')}
                action={
                  <Button onPress={() => setFilter(NO_FILTER)}>{t('common:nothingFound.clear')}</Button>
                }
              >
                {t('common:nothingFound.about')}
              </EmptyState>
            ) : (
              <MemberGrid
                members={members}
                counts={first.counts}
                languages={columns}
                selected={selected}
                onToggle={(who) => setSelected(toggled(selected, who))}
                onToggleAll={() =>
                  setSelected(selected.size > 0 ? NOBODY : new Set(members.map(({ who }) => who)))
                }
                ownId={ownId}
                lastManager={first.lastManager}
                refusal={refusal}
                onRights={saveRights}
                onSwitch={(member, tag) => {
                  if (member.rights !== null && refusal === null && isSwitchable(member))
                    saveRights(member, withLanguageSwitched(member.rights, tag, targets))
                  else setOpen({ what: 'explain', who: member.who, language: tag })
                }}
                onExplain={(member, tag) => setOpen({ what: 'explain', who: member.who, language: tag })}
                onSeveral={(member) => setOpen({ what: 'roles', of: member })}
                isSummary={isNarrow}
                onNamespaces={(member) =>
                  setOpen(
                    (member.rights?.grants ?? []).length > 0
                      ? { what: 'roles', of: member }
                      : { what: 'namespaces', of: [member] },
                  )
                }
                onLink={(member) =>
                  void tell(async () => {
                    await navigator.clipboard.writeText(
                      await memberMutations.link(project.slug, readMemberRef(member.who).id),
                    )
                    return t('linkCopied', { count: 1 })
                  })
                }
                onSendAgain={(member) =>
                  void tell(async () => {
                    const { mailed, url } = await memberMutations.sendAgain(
                      project.slug,
                      readMemberRef(member.who).id,
                    )
                    if (!mailed) await navigator.clipboard.writeText(url)
                    return t(mailed ? 'sentAgain' : 'linkCopied', { count: 1 })
                  })
                }
                onWithdraw={(member) =>
                  void save([changeOf(member, null)], t('withdrawn', { name: nameOf(member) }))
                }
                onEnd={() => list.hasNextPage && !list.isFetching && void list.fetchNextPage()}
              />
            )}
            {isAlone && members.length > 0 ? (
              <p className={styles.useAbout}>{t(isOnlyOne ? 'aloneHere' : 'alone')}</p>
            ) : null}
            <div className={styles.foot}>
              <p className={styles.legend}>
                {(isNarrow ? [] : SHAPES).map((shape) => (
                  <span key={shape}>
                    <i className={`${styles.shape} ${styles[shape]}`} aria-hidden="true" />
                    {t(`shape.${shape}`)}
                  </span>
                ))}
                {refusal === null ? null : <span>{refusal}</span>}
              </p>
              {onLeft === null ? null : (
                <LeaveProject
                  project={project}
                  refusal={first?.lastManager === ownId ? t('lastManager') : null}
                  onLeft={onLeft}
                />
              )}
            </div>
          </>
        )}
      </div>
      {open === null ? null : (
        <MemberDialogs
          open={open}
          project={project}
          members={members}
          managers={managers}
          refusal={refusal}
          newGroupRefusal={ownersOnly}
          sendsMail={sendsMail}
          onClose={close}
          onInvited={() => void refresh()}
          onHelp={help}
          onNewGroup={(group, rights) => void addToProject(group, rights)}
          onGroup={(group) => void addToGroup(group, [...selected])}
          onRights={(member, rights) => {
            saveRights(member, rights)
            close()
          }}
          onLimit={(of, change) => {
            saveAll(of, (rights) => ({ ...rights, ...change }))
            close()
          }}
        />
      )}
    </Page>
  )
}

function unique(members: readonly MemberReply[]): readonly MemberReply[] {
  return [...new Map(members.map((member) => [member.who, member])).values()]
}

function toggled(selected: ReadonlySet<MemberRef>, who: MemberRef): ReadonlySet<MemberRef> {
  const next = new Set(selected)
  if (!next.delete(who)) next.add(who)
  return next
}

function countOf(
  tab: MemberTab,
  counts: Readonly<Record<'person' | 'group' | 'invitation' | 'token', number>>,
): number {
  return tab === 'everyone' ? counts.person + counts.group + counts.invitation : counts[tab]
}
