import type { TokenReply } from '@dragoman/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import styles from './Members.module.css'
import { tokenMutations, tokenQueries } from './queries.ts'
import { TokenDialog } from './TokenDialog.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
/** A token unused for this many days can no longer be needed. */
const UNUSED_DAYS = 30

export type TokenListProps = {
  /** Null: tokens of the signed-in person; new ones are for all their projects. */
  readonly project: string | null
  readonly languages: readonly string[]
  readonly refusal: string | null
  /** Whether a new one is being created; the button for it is among those of the page. */
  readonly isMaking: boolean
  readonly onMaking: (isMaking: boolean) => void
}

/** Tokens with their scopes; the secret of a new one is shown once, in place. */
export function TokenList({ project, languages, refusal, isMaking, onMaking }: TokenListProps) {
  const { t } = useTranslation('members')
  const refresh = useRefresh(tokenQueries.list(project).queryKey)
  const [made, setMade] = useState<Made | null>(null)
  const [revoking, setRevoking] = useState<TokenReply | null>(null)
  const list = useQuery({ ...tokenQueries.list(project), enabled: refusal === null })
  const tokens = list.data
  return (
    <section className="form" aria-label={t('tokens')}>
      {made === null ? null : <NewSecret {...made} onDismiss={() => setMade(null)} />}
      {tokens === undefined ? (
        list.error === null ? null : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : tokens.length === 0 ? (
        <EmptyState
          title={t('token.none')}
          action={
            <Button refusal={refusal} onPress={() => onMaking(true)}>
              {t('token.create')}
            </Button>
          }
        >
          {t('token.noneAbout')}
        </EmptyState>
      ) : (
        <Table
          label={t('tabs.token')}
          className={styles.tokens}
          columns={[
            ...['token', 'madeBy', 'may', 'languages', 'lastUsed', 'expires'].map((id) => ({
              id,
              name: t(`token.column.${id}`),
            })),
            { id: 'acts', name: t('token.revoke'), isActs: true },
          ]}
        >
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isOwn={project === null}
              onRevoke={() => setRevoking(token)}
            />
          ))}
        </Table>
      )}
      <h2 className={styles.use}>{t('token.use')}</h2>
      <p className={styles.useAbout}>{t('token.about')}</p>
      <div className={styles.command}>
        <CopyLine text={`dragoman login ${location.origin}`} />
        <CopyLine text={`curl -H "Authorization: Bearer $TOKEN" ${location.origin}/api/session`} />
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('token.apiReference')}
        </a>
      </div>
      {revoking === null ? null : (
        <RevokeDialog project={project} token={revoking} onClose={() => setRevoking(null)} />
      )}
      {isMaking ? (
        <TokenDialog
          project={project}
          languages={languages}
          onMake={async (body) => {
            const { token, secret } = await tokenMutations.create(project, body)
            setMade({ name: token.name, secret })
            onMaking(false)
            await refresh()
          }}
          onClose={() => onMaking(false)}
        />
      ) : null}
    </section>
  )
}

type Made = { readonly name: string; readonly secret: string }

function NewSecret({ name, secret, onDismiss }: Made & { readonly onDismiss: () => void }) {
  const { t } = useTranslation('members')
  return (
    <div className={styles.made} role="status">
      <div className={styles.madeHead}>
        <CircleCheck aria-hidden="true" />
        <span>
          <b>{t('token.created', { name })}</b> {t('token.once')}
        </span>
        <span className="grow" />
        <IconButton label={t('token.dismiss')} size="small" onPress={onDismiss}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.secret}>
        <CopyLine text={secret} isOnce />
      </div>
    </div>
  )
}

type RevokeDialogProps = {
  readonly project: string | null
  readonly token: TokenReply
  readonly onClose: () => void
}

function RevokeDialog({ project, token, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const refresh = useRefresh(tokenQueries.list(project).queryKey)
  const { name, lastUsedAt } = token
  const revoke = useMutation({
    mutationFn: () => tokenMutations.revoke(project, token.id),
    onSuccess: async () => {
      onClose()
      showToast(t('token.revoked', { name }))
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('token.revokeAsked', { name })}
      about={
        lastUsedAt === null
          ? t('token.revokeUnused')
          : t('token.revokeAbout', { when: formats.relative(lastUsedAt) })
      }
      act={t('token.revokeAct')}
      request={revoke}
      onClose={onClose}
    />
  )
}

type TokenRowProps = {
  readonly token: TokenReply
  /** In the list of a person’s own tokens, which names projects. */
  readonly isOwn: boolean
  readonly onRevoke: () => void
}

function TokenRow({ token, isOwn, onRevoke }: TokenRowProps) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const { name, hint, madeBy, scopes, channels, languages, createdAt, lastUsedAt, expiresAt } = token
  const now = Date.now()
  const leftDays = expiresAt === null ? Number.POSITIVE_INFINITY : (Date.parse(expiresAt) - now) / DAY_MS
  const isExpired = leftDays <= 0
  const isUnused = (now - Date.parse(lastUsedAt ?? createdAt)) / DAY_MS > UNUSED_DAYS
  return (
    <tr className={isExpired ? (styles.gone ?? '') : ''}>
      <td>
        <b>{name}</b>
        <br />
        <code dir="ltr">{hint}</code>
        {isOwn && token.project !== null ? (
          <>
            <br />
            <small>{t('token.forProject', { project: token.project.name })}</small>
          </>
        ) : null}
      </td>
      <td>
        <span className={styles.madeHead}>
          <Avatar id={`user:${madeBy.id}`} name={madeBy.name} size={20} />
          <bdi>{madeBy.name}</bdi>
          {madeBy.isSuspended ? <small>{t('suspended')}</small> : null}
        </span>
      </td>
      <td>
        <span className={styles.scopes}>
          {scopes.map((scope) => (
            <span key={scope}>
              {t(`scopes.${scope}`)}
              {scope === 'deliver' && channels !== null ? `: ${formats.list(channels)}` : null}
            </span>
          ))}
        </span>
      </td>
      <td className={languages === null ? styles.soft : undefined}>
        {languages === null ? t('allLanguages') : formats.list(languages.map(endonym))}
      </td>
      <td className={lastUsedAt === null ? styles.soft : undefined}>
        {lastUsedAt === null ? t('token.never') : formats.relative(lastUsedAt)}
        {isUnused && !isExpired ? (
          <>
            <br />
            <small>{t('token.stillNeeded')}</small>
          </>
        ) : null}
      </td>
      <td>
        {expiresAt === null ? (
          t('token.noEnd')
        ) : isExpired ? (
          <span className={styles.rust}>
            <CircleX aria-hidden="true" /> {t('expired')}
          </span>
        ) : leftDays < 14 ? (
          <span className={styles.soon}>
            <Clock aria-hidden="true" /> {formats.relative(expiresAt)}
          </span>
        ) : (
          formats.date(expiresAt)
        )}
      </td>
      <td className={table.number}>
        <Button size="small" look="ghost" aria-label={t('token.revokeNamed', { name })} onPress={onRevoke}>
          {t(isExpired ? 'token.remove' : 'token.revoke')}
        </Button>
      </td>
    </tr>
  )
}
