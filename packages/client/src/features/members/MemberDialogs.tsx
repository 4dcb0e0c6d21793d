import type { AccessHelpReply, MemberReply, ProjectReply, RightsReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { ExplainAccess } from './ExplainAccess.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { NewGroupDialog } from './NewGroupDialog.tsx'
import type { AccessAsked } from './queries.ts'
import { RolesDialog } from './RolesDialog.tsx'
import { useMemberName } from './use-member-name.ts'

type Group = { readonly id: number; readonly name: string }

/** The open dialog of the members, and its subject. */
export type OpenDialog =
  | { readonly what: 'invite' | 'new-group' | 'add-to-group' }
  | { readonly what: 'explain'; readonly who: AccessAsked['who']; readonly language: string | null }
  | { readonly what: 'languages' | 'namespaces'; readonly of: readonly MemberReply[] }
  | { readonly what: 'roles'; readonly of: MemberReply }

export type MemberDialogsProps = {
  readonly open: OpenDialog
  readonly project: ProjectReply
  readonly members: readonly MemberReply[]
  readonly managers: readonly string[]
  /** Why the viewer cannot change anyone's access rights; null: they can. */
  readonly refusal: string | null
  /** Why no group can be created. */
  readonly newGroupRefusal: string | null
  readonly sendsEmail: boolean
  readonly onClose: () => void
  readonly onInvited: () => void
  readonly onHelp: (who: AccessAsked['who'], help: AccessHelpReply) => void
  /** A group was chosen to add the selected people to. */
  readonly onGroup: (group: Group) => void
  /** A group was created or chosen as a member. */
  readonly onNewGroup: (group: Group, rights: RightsReply) => void
  readonly onRights: (member: MemberReply, rights: RightsReply) => void
  readonly onLimit: (of: readonly MemberReply[], change: Partial<RightsReply>) => void
}

/** The open dialog. */
export function MemberDialogs(props: MemberDialogsProps) {
  const { t } = useTranslation('members')
  const nameOf = useMemberName()
  const { open, project, members, managers, refusal, newGroupRefusal, onClose } = props
  switch (open.what) {
    case 'invite':
      return (
        <InviteDialog
          project={project}
          sendsEmail={props.sendsEmail}
          onDone={props.onInvited}
          onClose={onClose}
        />
      )
    case 'explain':
      return (
        <ExplainAccess
          project={project}
          members={members}
          about={open}
          refusal={refusal}
          managers={managers}
          onHelp={props.onHelp}
          onClose={onClose}
        />
      )
    case 'new-group':
      return (
        <NewGroupDialog
          project={project}
          members={members}
          newRefusal={newGroupRefusal}
          onDone={props.onNewGroup}
          onClose={onClose}
        />
      )
    case 'add-to-group':
      return (
        <GroupDialog
          project={project.slug}
          title={t('addToGroup')}
          newRefusal={newGroupRefusal}
          onChoose={props.onGroup}
          onClose={onClose}
        />
      )
    case 'roles': {
      const { of } = open
      return (
        <RolesDialog
          project={project}
          name={nameOf(of)}
          rights={of.rights ?? { role: 'viewer', languages: null, namespaces: null }}
          onSave={(rights) => props.onRights(of, rights)}
          onClose={onClose}
        />
      )
    }
    default: {
      const { what, of } = open
      return (
        <LimitDialog
          project={project}
          what={what}
          value={of[0]?.rights?.[what] ?? null}
          onSave={(limit) => props.onLimit(of, { [what]: limit })}
          onClose={onClose}
        />
      )
    }
  }
}
