import type { ProjectReply } from '@dragoman/contract'
import { Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { useRowSelection } from '../../lib/list/use-row-selection.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { MemberDialogs, type OpenDialog } from './MemberDialogs.tsx'
import { MemberListView } from './MemberListView.tsx'
import { MEMBER_TABS, type MemberTab } from './member-tabs.ts'

import { TokenList } from './TokenList.tsx'
import { useMemberActs } from './use-member-acts.ts'
import { type MemberList, useMemberList } from './use-member-list.ts'

export type MembersScreenProps = {
  readonly project: ProjectReply
  /** No one else can sign in here, so there are no invitations. */
  readonly isAlone: boolean
  readonly sendsEmail: boolean
  /** `user:3`: the viewer. */
  readonly ownId: string | null
  readonly tab: MemberTab
  readonly onTab: (tab: MemberTab) => void
  /** Shares the project, if that is the solution. */
  readonly onShare: (role: 'reader' | 'suggester') => void
  /**
   * Called with a notice when the viewer has left the project; null: they are not a direct member, so there is
   * nothing to leave.
   */
  readonly onLeft: ((said: string) => void) | null
}

/** Who can do what, in which language: people, groups and invitations, edited in place; and tokens. */
export function MembersScreen(props: MembersScreenProps) {
  const { project, isAlone, sendsEmail, ownId, tab, onTab, onShare, onLeft } = props
  const { t } = useTranslation('members')
  const formats = useFormats()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [isMakingToken, setIsMakingToken] = useState(false)
  const list = useMemberList(project.slug, tab)
  const { members, counts } = list
  const acts = useMemberActs(project)
  const selection = useRowSelection(members.map(({ who }) => who))
  const { refusal, groupRefusal, tokenRefusal } = useRefusals(list)
  useScreenIntent({ invite: () => refusal === null && setOpen({ what: 'invite' }) })
  useShortcuts([
    {
      id: 'members.clear',
      keys: 'Escape',
      label: 'members:shortcuts.clear',
      group: 'members:title',
      run: selection.clear,
    },
  ])
  const newToken = (
    <Button look="primary" refusal={tokenRefusal} onPress={() => setIsMakingToken(true)}>
      <Plus aria-hidden="true" />
      {t('token.create')}
    </Button>
  )
  const newMember = (
    <>
      <Button refusal={refusal} onPress={() => setOpen({ what: 'new-group' })}>
        {t('newGroup')}
      </Button>
      {isAlone ? null : (
        <Button look="primary" refusal={refusal} onPress={() => setOpen({ what: 'invite' })}>
          <UserPlus aria-hidden="true" />
          {t('invitePeople')}
        </Button>
      )}
    </>
  )
  const content =
    tab === 'token' ? (
      <TokenList
        project={project.slug}
        languages={project.languages.map(({ tag }) => tag)}
        refusal={tokenRefusal}
        isMaking={isMakingToken}
        onMaking={setIsMakingToken}
      />
    ) : (
      <MemberListView
        {...{ project, list, selection, acts, ownId, refusal, groupRefusal, onLeft }}
        onOpen={setOpen}
        alone={isOnlyOne(list) ? t(isAlone ? 'aloneHere' : 'alone') : null}
      />
    )
  return (
    <Page title={t('title')} about={t('about')} shape="fill" actions={tab === 'token' ? newToken : newMember}>
      <Tabs
        place="fill"
        label={t('shown')}
        tabs={MEMBER_TABS.map((id) => ({
          id,
          name: t(`tabs.${id}`),
          ...(counts === null ? {} : { count: formats.number(countOf(id, counts)) }),
          content,
        }))}
        value={tab}
        onChange={onTab}
      />
      {open === null ? null : (
        <MemberDialogs
          {...{ open, project, list, acts, refusal, groupRefusal, sendsEmail, onShare }}
          selected={selection.ids}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  )
}

/** Returns why members, groups and tokens cannot be changed; null: they can. */
function useRefusals({ managers }: MemberList) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const access = useAccess()
  const why = access.onProject('members.manage')
  const refusal =
    why === null || managers.length === 0 ? why : t('askManager', { names: formats.list(managers) })
  return {
    refusal,
    groupRefusal: refusal ?? access.onInstance('instance.manage'),
    tokenRefusal: access.onProject('tokens.manage'),
  }
}

type Counts = Readonly<Record<'person' | 'group' | 'invitation' | 'token', number>>

/** Whether the project has no one else. */
function isOnlyOne({ counts, members }: MemberList): boolean {
  if (counts === null || members.length === 0) return false
  return counts.person <= 1 && counts.group + counts.invitation === 0
}

function countOf(tab: MemberTab, counts: Counts): number {
  return tab === 'everyone' ? counts.person + counts.group + counts.invitation : counts[tab]
}
