import type { AccessHelpReply, MemberReply, ProjectReply, RightsReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { ExplainAccess } from './ExplainAccess.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LimitDialog } from './LimitDialog.tsx'

/** The open dialog of the members, and its subject. */
export type OpenDialog =
  | { readonly what: 'invite' | 'new-group' | 'add-to-group' }
  | { readonly what: 'explain'; readonly who: string; readonly language: string | null }
  | { readonly what: 'languages' | 'namespaces'; readonly of: readonly MemberReply[] }

export type MemberDialogsProps = {
  readonly open: OpenDialog
  readonly project: ProjectReply
  readonly members: readonly MemberReply[]
  readonly managers: readonly string[]
  /** Why the viewer cannot change anyone's access rights; null: they can. */
  readonly refusal: string | null
  /** Why no group can be created. */
  readonly newGroupRefusal: string | null
  readonly onClose: () => void
  readonly onInvited: () => void
  readonly onHelp: (who: string, help: AccessHelpReply) => void
  /** A group was chosen as a member, or to add the selected people to. */
  readonly onGroup: (
    group: { readonly id: number; readonly name: string },
    what: 'new-group' | 'add-to-group',
  ) => void
  readonly onLimit: (of: readonly MemberReply[], change: Partial<RightsReply>) => void
}

/** The open dialog. */
export function MemberDialogs(props: MemberDialogsProps) {
  const { t } = useTranslation('members')
  const { open, project, members, managers, refusal, newGroupRefusal, onClose } = props
  switch (open.what) {
    case 'invite':
      return <InviteDialog project={project} onDone={props.onInvited} onClose={onClose} />
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
    case 'add-to-group': {
      const { what } = open
      return (
        <GroupDialog
          project={project.slug}
          title={t(what === 'new-group' ? 'newGroup' : 'addToGroup')}
          newRefusal={newGroupRefusal}
          onChoose={(group) => props.onGroup(group, what)}
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
