import type { AccessHelpReply, MemberReply, ProjectReply } from '@dragoman/contract'
import type { MemberRef } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { limitedRole, rightsWithLimit } from './cell-rights.ts'
import { ExplainAccess } from './ExplainAccess.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { NewGroupDialog } from './NewGroupDialog.tsx'
import type { AccessAsked } from './queries.ts'
import { RolesDialog } from './RolesDialog.tsx'
import type { MemberActs } from './use-member-acts.ts'
import type { MemberList } from './use-member-list.ts'
import { useMemberName } from './use-member-name.ts'

/** The open dialog of the members, and its subject. */
export type OpenDialog =
  | { readonly what: 'invite' | 'new-group' | 'add-to-group' }
  | { readonly what: 'explain'; readonly who: AccessAsked['who']; readonly language: string | null }
  | { readonly what: 'languages' | 'namespaces'; readonly of: readonly MemberReply[] }
  | { readonly what: 'roles'; readonly of: MemberReply }

export type MemberDialogsProps = {
  readonly open: OpenDialog
  readonly project: ProjectReply
  readonly list: Pick<MemberList, 'members' | 'managers'>
  readonly acts: MemberActs
  /** The people who are added to a group. */
  readonly selected: ReadonlySet<MemberRef>
  /** Why the viewer cannot change anyone's access rights; null: they can. */
  readonly refusal: string | null
  /** Why no group can be created, and no one added to one. */
  readonly groupRefusal: string | null
  readonly sendsEmail: boolean
  readonly onShare: (role: 'reader' | 'suggester') => void
  readonly onClose: () => void
}

/** The open dialog, which does what it asks for. */
export function MemberDialogs(props: MemberDialogsProps) {
  const { t } = useTranslation('members')
  const nameOf = useMemberName()
  const { open, project, acts, refusal, groupRefusal, onClose } = props
  const { members, managers } = props.list
  /** Returns the member as the list shows them now, which is newer after a refusal. */
  const now = (of: MemberReply) => members.find(({ who }) => who === of.who) ?? of
  /** Closes the dialog before what it asked for is done. */
  const closing =
    <A extends readonly unknown[]>(act: (...args: A) => unknown) =>
    (...args: A) => {
      onClose()
      void act(...args)
    }
  const help = (member: MemberReply | null, given: AccessHelpReply) => {
    if (given.kind === 'share') props.onShare(given.role)
    else if (given.kind === 'add-to-group')
      void acts.addToGroup({ id: given.groupId, name: given.name }, member === null ? [] : [member.who])
    else if (member !== null) void acts.saveRights(member, given.rights)
  }
  switch (open.what) {
    case 'invite':
      return (
        <InviteDialog
          {...{ project, onClose }}
          sendsEmail={props.sendsEmail}
          onDone={() => void acts.refresh()}
        />
      )
    case 'explain':
      return (
        <ExplainAccess
          {...{ project, members, refusal, groupRefusal, managers, onClose }}
          about={open}
          onHelp={closing(help)}
        />
      )
    case 'new-group':
      return <NewGroupDialog {...{ project, onClose }} newRefusal={groupRefusal} onDone={acts.addToProject} />
    case 'add-to-group':
      return (
        <GroupDialog
          project={project.slug}
          title={t('addToGroup')}
          newRefusal={groupRefusal}
          onChoose={closing((group) => acts.addToGroup(group, [...props.selected]))}
          onClose={onClose}
        />
      )
    case 'roles': {
      const { of } = open
      return (
        <RolesDialog
          {...{ project, onClose }}
          name={nameOf(of)}
          note={<ChangedMeanwhile members={[{ shown: of, now: now(of) }]} />}
          rights={of.rights ?? { role: 'viewer', languages: null, namespaces: null }}
          onSave={(rights) => acts.saveRights(now(of), rights)}
        />
      )
    }
    default: {
      const { what, of } = open
      const [first] = of
      const rights = first?.rights ?? null
      return (
        <LimitDialog
          {...{ project, what, onClose }}
          note={<ChangedMeanwhile members={of.map((shown) => ({ shown, now: now(shown) }))} />}
          value={(rights === null ? undefined : limitedRole(rights, what))?.[what] ?? null}
          onSave={(limit) => acts.saveAll(of.map(now), (before) => rightsWithLimit(before, what, limit))}
        />
      )
    }
  }
}
