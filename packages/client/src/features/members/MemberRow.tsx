import type { MemberReply, RightsReply } from '@dragoman/contract'
import { isUnlimited, type MemberRef } from '@dragoman/core'
import { Clock, Link2, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { rolesIn } from '../../lib/access/roles-in.ts'
import type { SelectedRows } from '../../lib/list/use-row-selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { GridCell, GridRow, type RowPosition } from '../../ui/Grid.tsx'
import { rightsWithRole, shapeOf, workLanguages } from './cell-rights.ts'
import styles from './Members.module.css'
import { RoleMenu } from './RoleMenu.tsx'
import type { MemberActs } from './use-member-acts.ts'
import { useMemberName } from './use-member-name.ts'

/** Column of the first language. */
export const FIRST_LANGUAGE = 3
const DAY_MS = 24 * 60 * 60 * 1000

/** What can be done with the member of a row. */
export type RowActs = Pick<MemberActs, 'saveRights' | 'copyLink' | 'resend' | 'withdraw'> & {
  readonly switchLanguage: (member: MemberReply, language: string) => void
  readonly explain: (member: MemberReply, language: string | null) => void
  readonly chooseRoles: (member: MemberReply) => void
  readonly chooseNamespaces: (member: MemberReply) => void
}

/** What is the same in all rows. */
export type MemberRowsProps = {
  readonly languages: readonly string[]
  readonly selection: SelectedRows<MemberRef>
  readonly ownId: string | null
  readonly lastManager: string | null
  /** Why nothing can be changed; null: it can. */
  readonly refusal: string | null
  /** There is no room for columns of languages: the names are followed by lists of them. */
  readonly isSummary: boolean
  readonly acts: RowActs
}

export type MemberRowProps = MemberRowsProps & {
  readonly member: MemberReply
  readonly index: number
  /** The focused column; null: none in this row. */
  readonly focusColumn: number | null
  readonly takesFocus: boolean
  readonly onFocusCell: (column: number) => void
  readonly place: RowPosition
  readonly template: string
}

/** One person, group or invitation, with its permissions in each language. */
export function MemberRow(props: MemberRowProps) {
  const { member, languages, selection, ownId, lastManager, refusal, focusColumn, acts } = props
  const { t } = useTranslation('members')
  const { who, rights } = member
  const name = useMemberName()(member)
  const isSelected = selection.ids.has(who)
  const languageOf = (column: number) => languages[column - FIRST_LANGUAGE]
  const cell = (column: number, className: string | undefined, children: ReactNode, label?: string) => (
    <GridCell
      key={column}
      column={column}
      className={className ?? ''}
      isFocused={focusColumn === column}
      takesFocus={props.takesFocus}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onFocus={props.onFocusCell}
      onClick={() => languageOf(column) !== undefined && acts.explain(member, languageOf(column) ?? null)}
    >
      {children}
    </GridCell>
  )
  const afterLanguages = FIRST_LANGUAGE + languages.length
  return (
    <GridRow
      index={props.index}
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
          onChange={() => selection.toggle(who)}
        />,
      )}
      {cell(1, styles.person, <Person {...props} name={name} />)}
      {cell(
        2,
        styles.role,
        <RoleMenu
          rights={rights}
          label={t('roleOf', { name })}
          refusal={refusal ?? (who === lastManager ? t('lastManager') : null)}
          onChoose={(role) => rights !== null && acts.saveRights(member, rightsWithRole(rights, role))}
          onSeveral={() => acts.chooseRoles(member)}
        />,
      )}
      {languages.map((tag, place) => {
        const shape = shapeOf(member, tag)
        return cell(
          FIRST_LANGUAGE + place,
          `${styles.middle} ${styles.opens}`,
          <i className={`${styles.shape} ${styles[shape]}`} aria-hidden="true" title={t(`shape.${shape}`)} />,
          `${endonym(tag)}: ${t(`shape.${shape}`)}`,
        )
      })}
      {member.kind === 'invitation' ? (
        <InvitationCells {...props} member={member} cell={cell} />
      ) : (
        <>
          {cell(afterLanguages, styles.namespaces, <Namespaces {...props} />)}
          {cell(
            afterLanguages + 1,
            `${styles.end} ${styles.muted}`,
            <Seen member={member} isOwn={who === ownId} />,
          )}
        </>
      )}
    </GridRow>
  )
}

function Person({
  member,
  name,
  ownId,
  isSummary,
}: Pick<MemberRowProps, 'member' | 'ownId' | 'isSummary'> & { readonly name: string }) {
  const { t } = useTranslation('members')
  return (
    <>
      {member.kind === 'invitation' ? (
        <span className={styles.invited} title={t(isForLink(member) ? 'byLink' : 'byEmail')}>
          {isForLink(member) ? <Link2 aria-hidden="true" /> : <Mail aria-hidden="true" />}
        </span>
      ) : (
        <Avatar id={member.who} name={name} />
      )}
      <span className={styles.nameLines}>
        <bdi className={styles.name}>{name}</bdi>
        {isSummary ? <Summary member={member} /> : null}
      </span>
      {member.who === ownId ? <small>{t('you')}</small> : null}
      {member.kind === 'person' && member.isSuspended ? <small>{t('suspended')}</small> : null}
      {member.kind === 'group' ? <small>{t('people', { count: member.people })}</small> : null}
      {member.kind === 'invitation' && member.number > 1 ? (
        <small>{t('usedOf', { used: member.used, number: member.number })}</small>
      ) : null}
    </>
  )
}

function Namespaces({ member, refusal, acts }: Pick<MemberRowProps, 'member' | 'refusal' | 'acts'>) {
  const { t } = useTranslation('members')
  const { rights } = member
  const namespaces = rights === null ? null : namespacesOf(rights)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.plain}
      disabled={refusal !== null || rights === null || isUnlimited(rights.role)}
      onClick={() => acts.chooseNamespaces(member)}
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
    </button>
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
  acts,
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
  const button = (onPress: () => void, children: ReactNode) => (
    <Button size="small" look="ghost" excludeFromTabOrder refusal={refusal} onPress={onPress}>
      {children}
    </Button>
  )
  return (
    <>
      {cell(
        FIRST_LANGUAGE + languages.length,
        left < 2 * DAY_MS ? styles.soon : styles.muted,
        <>
          {left < 2 * DAY_MS ? <Clock aria-hidden="true" /> : null}
          <span className={styles.name}>{when}</span>
        </>,
      )}
      {cell(
        FIRST_LANGUAGE + 1 + languages.length,
        `${styles.end} ${styles.acts}`,
        <>
          {isExpired
            ? button(() => void acts.resend(member), t('resend'))
            : button(
                () => void acts.copyLink(member),
                <>
                  <Link2 aria-hidden="true" />
                  {t('copyLink')}
                </>,
              )}
          {button(() => acts.withdraw(member), t('withdraw'))}
        </>,
      )}
    </>
  )
}
