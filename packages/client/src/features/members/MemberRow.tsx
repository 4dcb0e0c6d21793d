import type { MemberReply, RightsReply } from '@dragoman/contract'
import { isUnlimited, type MemberRef } from '@dragoman/core'
import { Clock, Link2, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { rolesIn } from '../../lib/access/roles-in.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { GridCell, GridRow, type RowPosition } from '../../ui/Grid.tsx'
import { shapeOf, workLanguages } from './cell-rights.ts'
import styles from './Members.module.css'
import { RoleMenu } from './RoleMenu.tsx'
import { useMemberName } from './use-member-name.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type MemberRowProps = {
  readonly member: MemberReply
  readonly index: number
  readonly languages: readonly string[]
  readonly isSelected: boolean
  readonly ownId: string | null
  readonly lastManager: string | null
  readonly refusal: string | null
  /** The focused column; null: none in this row. */
  readonly focusColumn: number | null
  readonly takesFocus: boolean
  readonly onFocusCell: (column: number) => void
  readonly onToggle: (who: MemberRef) => void
  readonly onRights: (member: MemberReply, rights: RightsReply) => void
  readonly onSeveral: (member: MemberReply) => void
  /** There is no room for columns of languages: the name is followed by a list of them. */
  readonly isSummary: boolean
  readonly onExplain: (member: MemberReply, language: string | null) => void
  readonly onNamespaces: (member: MemberReply) => void
  readonly onLink: (member: MemberReply) => void
  readonly onResend: (member: MemberReply) => void
  readonly onWithdraw: (member: MemberReply) => void
  readonly place: RowPosition
  readonly template: string
}

/** One person, group or invitation, with its permissions in each language. */
export function MemberRow(props: MemberRowProps) {
  const { member, index, languages, isSelected, ownId, lastManager, refusal, focusColumn, isSummary } = props
  const { t } = useTranslation('members')
  const { who, rights } = member
  const name = useMemberName()(member)
  const isLast = who === lastManager
  const namespaces = rights === null ? null : namespacesOf(rights)
  const cell = (column: number, className: string | undefined, children: ReactNode, label?: string) => (
    <GridCell
      key={column}
      column={column}
      className={className ?? ''}
      isFocused={focusColumn === column}
      takesFocus={props.takesFocus}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onFocus={props.onFocusCell}
      onClick={() =>
        column >= 3 && column < 3 + languages.length && props.onExplain(member, languages[column - 3] ?? null)
      }
    >
      {children}
    </GridCell>
  )
  return (
    <GridRow
      index={index}
      place={props.place}
      template={props.template}
      isSelected={isSelected}
      isCurrent={focusColumn !== null}
    >
      {cell(
        0,
        undefined,
        <Checkbox
          excludeFromTabOrder
          aria-label={t('select', { name })}
          isSelected={isSelected}
          onChange={() => props.onToggle(who)}
        />,
      )}
      {cell(
        1,
        styles.person,
        <>
          {member.kind === 'invitation' ? (
            <span className={styles.invited} title={t(isForLink(member) ? 'byLink' : 'byEmail')}>
              {isForLink(member) ? <Link2 aria-hidden="true" /> : <Mail aria-hidden="true" />}
            </span>
          ) : (
            <Avatar id={who} name={name} kind={member.kind} />
          )}
          <span className={styles.nameLines}>
            <bdi className={styles.name}>{name}</bdi>
            {isSummary ? <Summary member={member} /> : null}
          </span>
          {who === ownId ? <small>{t('you')}</small> : null}
          {member.kind === 'group' ? <small>{t('people', { count: member.people })}</small> : null}
          {member.kind === 'invitation' && member.number > 1 ? (
            <small>{t('usedOf', { used: member.used, number: member.number })}</small>
          ) : null}
        </>,
      )}
      {cell(
        2,
        styles.role,
        <RoleMenu
          rights={rights}
          label={t('roleOf', { name })}
          refusal={refusal ?? (isLast ? t('lastManager') : null)}
          onChoose={(role) => props.onRights(member, { languages: null, namespaces: null, ...rights, role })}
          onSeveral={() => props.onSeveral(member)}
        />,
      )}
      {languages.map((tag, place) => {
        const shape = shapeOf(member, tag)
        return cell(
          3 + place,
          `${styles.middle} ${styles.opens}`,
          <i className={`${styles.shape} ${styles[shape]}`} aria-hidden="true" title={t(`shape.${shape}`)} />,
          `${endonym(tag)}: ${t(`shape.${shape}`)}`,
        )
      })}
      {member.kind === 'invitation' ? (
        <InvitationCells {...props} member={member} cell={cell} />
      ) : (
        <>
          {cell(
            3 + languages.length,
            styles.namespaces,
            <button
              type="button"
              tabIndex={-1}
              className={styles.plain}
              disabled={refusal !== null || rights === null || isUnlimited(rights.role)}
              onClick={() => props.onNamespaces(member)}
            >
              {namespaces === null
                ? t('allNamespaces')
                : namespaces.length === 0
                  ? t('noNamespaces')
                  : namespaces.map((one) => (
                      <code dir="ltr" key={one}>
                        {one}
                      </code>
                    ))}
            </button>,
          )}
          {cell(
            4 + languages.length,
            `${styles.end} ${styles.muted}`,
            <Seen member={member} isOwn={who === ownId} />,
          )}
        </>
      )}
    </GridRow>
  )
}

function isForLink(member: Extract<MemberReply, { kind: 'invitation' }>): boolean {
  return member.note !== '' || member.name === ''
}

/** Returns the namespaces of all roles; null: all. */
function namespacesOf(rights: RightsReply): readonly string[] | null {
  const roles = rolesIn(rights)
  if (roles.some(({ role, namespaces }) => isUnlimited(role) || namespaces === null)) return null
  return [...new Set(roles.flatMap(({ namespaces }) => namespaces ?? []))]
}

/** The languages that someone works in, where there is no room for a column of each. */
function Summary({ member }: { readonly member: MemberReply }) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const languages = member.rights === null ? null : workLanguages(member.rights)
  if (languages?.length === 0) return <small>{t('shape.read')}</small>
  return (
    <small className={styles.name}>
      {languages === null ? t('allLanguages') : formats.sideBySide(languages.map(formats.languageName))}
    </small>
  )
}

function Seen({ member, isOwn }: { readonly member: MemberReply; readonly isOwn: boolean }) {
  const formats = useFormats()
  if (isOwn) return formats.relative(new Date().toISOString())
  if (member.kind !== 'person' || member.seenAt === null) return '–'
  return formats.relative(member.seenAt)
}

/** When the invitation expires, and its actions. */
function InvitationCells({
  member,
  languages,
  refusal,
  onLink,
  onResend,
  onWithdraw,
  cell,
}: MemberRowProps & {
  readonly member: Extract<MemberReply, { kind: 'invitation' }>
  readonly cell: (column: number, className: string | undefined, children: ReactNode) => ReactNode
}) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const left = Date.parse(member.expiresAt) - Date.now()
  const isExpired = left <= 0
  const when = isExpired ? t('expired') : t('expires', { when: formats.relative(member.expiresAt) })
  return (
    <>
      {cell(
        3 + languages.length,
        left < 2 * DAY_MS ? styles.soon : styles.muted,
        <>
          {left < 2 * DAY_MS ? <Clock aria-hidden="true" /> : null}
          <span className={styles.name}>{when}</span>
        </>,
      )}
      {cell(
        4 + languages.length,
        `${styles.end} ${styles.acts}`,
        <>
          {isExpired ? (
            <Button
              size="small"
              look="ghost"
              excludeFromTabOrder
              refusal={refusal}
              onPress={() => onResend(member)}
            >
              {t('resend')}
            </Button>
          ) : (
            <Button
              size="small"
              look="ghost"
              excludeFromTabOrder
              refusal={refusal}
              onPress={() => onLink(member)}
            >
              <Link2 aria-hidden="true" />
              {t('copyLink')}
            </Button>
          )}
          <Button
            size="small"
            look="ghost"
            excludeFromTabOrder
            refusal={refusal}
            onPress={() => onWithdraw(member)}
          >
            {t('withdraw')}
          </Button>
        </>,
      )}
    </>
  )
}
