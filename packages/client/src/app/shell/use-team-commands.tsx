import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, ListPlus, ScrollText, ShieldCheck, UserPlus, UserRound, Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ADMIN_TABS } from '../../features/admin/admin-tabs.ts'
import { sessionQueries } from '../../features/session/queries.ts'
import { useAccess } from '../../lib/access/access.ts'
import { editionOf } from '../../lib/edition.ts'
import { requestScreen } from '../../lib/page/screen-intent.ts'
import { type PaletteCommand, useActionCommand } from './palette-command.tsx'

/** Returns the commands about people, rights, the account and the server that this person can run. */
export function useTeamCommands(project: string): readonly PaletteCommand[] {
  const { t } = useTranslation()
  const command = useActionCommand()
  const navigate = useNavigate()
  const access = useAccess()
  const session = useQuery(sessionQueries.get()).data
  if (session === undefined || session.actor === null || !editionOf(session).hasAccounts) return []
  const { hasPassword, instanceRole } = session.actor
  const may = (action: Parameters<typeof access.onProject>[0]) => access.onProject(action) === null
  const toMembers = (search: { tab?: 'token' }) =>
    void navigate({ to: '/p/$project/members', params: { project }, search })
  return [
    ...(may('members.manage')
      ? [
          command('invite', t('palette.invite'), UserPlus, () => {
            toMembers({})
            requestScreen('invite')
          }),
        ]
      : []),
    ...(may('tokens.manage')
      ? [command('tokens', t('palette.tokens'), KeyRound, () => toMembers({ tab: 'token' }))]
      : []),
    ...(may('audit.read')
      ? [
          command('audit', t('palette.audit'), ScrollText, () =>
            navigate({ to: '/p/$project/audit', params: { project } }),
          ),
        ]
      : []),
    ...(access.onSomeText('tasks.manage') === null
      ? [
          command('new-task', t('palette.newTask'), ListPlus, () => {
            void navigate({ to: '/p/$project/tasks', params: { project }, search: {} })
            requestScreen('new-task')
          }),
        ]
      : []),
    command('account', t('account.label'), UserRound, () => navigate({ to: '/account' })),
    ...(hasPassword
      ? [command('two-factor', t('palette.twoFactor'), ShieldCheck, () => navigate({ to: '/account' }))]
      : []),
    ...(instanceRole === 'owner'
      ? ADMIN_TABS.map((tab) =>
          command(`admin-${tab}`, t('palette.admin', { tab: t(`palette.adminTab.${tab}`) }), Wrench, () =>
            navigate({ to: '/admin', search: { tab } }),
          ),
        )
      : []),
  ]
}
