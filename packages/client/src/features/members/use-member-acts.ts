import type { MemberReply, ProjectReply, RightsReply } from '@dragoman/contract'
import { LIMITS, type MemberRef, readMemberRef } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChangeWords } from '../../components/use-change-words.ts'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { writeClipboard } from '../../lib/notices/use-copy.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { isWithoutLanguage } from './cell-rights.ts'
import { memberMutations, memberQueries } from './queries.ts'
import { changeOf, useMemberChanges } from './use-member-changes.ts'
import { useMemberName } from './use-member-name.ts'

export type NamedGroup = { readonly id: number; readonly name: string }
export type MemberActs = ReturnType<typeof useMemberActs>

/** Returns what can be done with members. Each reports what it changed, or why not. */
export function useMemberActs(project: ProjectReply) {
  const { refresh, save, saveRights, saveAll, showTooMany } = useRightsActs(project)
  const { t } = useTranslation(['members', 'common'])
  const showFailure = useFailureToast()
  const withEnded = useEndedInvitations()
  const client = useQueryClient()
  const nameOf = useMemberName()

  const runAndShow = async (act: () => Promise<string>) => {
    try {
      showToast(await act())
    } catch (error) {
      showFailure(error)
    }
    await refresh()
  }
  const addToProject = async ({ id, name }: NamedGroup, rights: RightsReply): Promise<boolean> => {
    const isSaved = await save(
      [{ who: `group:${id}`, baseVersion: 0, rights }],
      t('group.inProject', { group: name }),
    )
    await client.invalidateQueries({ queryKey: memberQueries.groups(project.slug).queryKey })
    return isSaved
  }
  const addToGroup = async (group: NamedGroup, whos: readonly MemberRef[]) => {
    const people = whos.map(readMemberRef).flatMap(({ kind, id }) => (kind === 'user' ? [id] : []))
    if (people.length > LIMITS.membersMax) return showTooMany(people.length)
    try {
      const { added } = await memberMutations.addToGroup(group.id, people)
      const undo = () =>
        runAndShow(async () => {
          const { endedInvitations } = await memberMutations.takeFromGroup(group.id, added)
          return withEnded(t('common:undone'), endedInvitations)
        })
      if (added.length === 0) showToast(t('group.nobodyAdded', { group: group.name }))
      else
        showToast(t('group.added', { count: added.length, group: group.name }), {
          action: undoAction(t('common:undo'), () => void undo()),
        })
    } catch (error) {
      showFailure(error)
    }
    await refresh()
  }
  const copy = async (url: string) =>
    (await writeClipboard(url)) ? t('linkCopied', { count: 1 }) : t('common:notCopied')
  const copyLink = ({ who }: MemberReply) =>
    runAndShow(async () => copy(await memberMutations.link(project.slug, readMemberRef(who).id)))
  const resend = ({ who }: MemberReply) =>
    runAndShow(async () => {
      const { emailed, url } = await memberMutations.resend(project.slug, readMemberRef(who).id)
      return emailed ? t('sentAgain') : copy(url)
    })
  const withdraw = (member: MemberReply) =>
    void save([changeOf(member, null)], t('withdrawn', { name: nameOf(member) }))
  return { refresh, saveRights, saveAll, addToProject, addToGroup, copyLink, resend, withdraw }
}

/** Returns how rights are changed, described by what was and what is; each resolves with whether they are. */
function useRightsActs(project: ProjectReply) {
  const { t } = useTranslation('members')
  const { save, refresh } = useMemberChanges(project.slug)
  const nameOf = useMemberName()
  const wordsOf = useChangeWords()
  const all = project.languages.map(({ tag }) => tag)

  const showTooMany = (selected: number) =>
    showToast(t('tooManySelected', { maximum: LIMITS.membersMax, selected }), { tone: 'problem' })
  const saveRights = async (member: MemberReply, rights: RightsReply): Promise<boolean> => {
    if (member.kind === 'invitation' && isWithoutLanguage(rights)) {
      showToast(t('needsLanguage'), { tone: 'problem' })
      return false
    }
    return save(
      [changeOf(member, rights)],
      wordsOf({ name: nameOf(member), before: member.rights, after: rights, all }),
    )
  }
  const saveAll = async (
    of: readonly MemberReply[],
    next: (rights: RightsReply) => RightsReply | null,
  ): Promise<boolean> => {
    const changes = of.flatMap((member) =>
      member.rights === null ? [] : [changeOf(member, next(member.rights))],
    )
    if (changes.length === 0) return true
    if (changes.length > LIMITS.membersMax) {
      showTooMany(changes.length)
      return false
    }
    const [only] = of
    const said =
      of.length === 1 && only
        ? wordsOf({
            name: nameOf(only),
            before: only.rights,
            after: changes[0]?.rights ?? null,
            all,
          })
        : t(changes.every(({ rights }) => rights === null) ? 'removedMany' : 'changedMany', {
            count: changes.length,
          })
    return save(changes, said)
  }
  return { refresh, save, saveRights, saveAll, showTooMany }
}
