import type { AccessAnswerReply, AccessHelpReply, MemberReply, ProjectReply } from '@dragoman/contract'
import {
  isInAllLanguages,
  isPerLanguage,
  type ProjectAction,
  parseMemberRef,
  type TextAction,
} from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleCheck, CircleX, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Members.module.css'
import { type AccessAsked, memberQueries } from './queries.ts'
import { useMemberName } from './use-member-name.ts'
import { useMembersToChoose } from './use-members-to-choose.ts'

/** The most frequent questions, in the terms of the screen. */
const ASKED = [
  'translations.save',
  'translations.review',
  'suggestions.add',
  'comments.add',
  'keys.edit',
  'files.import',
  'project.read',
  'members.manage',
  'project.manage',
] as const satisfies readonly (ProjectAction | TextAction)[]

type AccessChange = Extract<AccessHelpReply, { kind: 'change' }>

const VISITOR = 'visitor'
const ALL = ''

export type ExplainAccessProps = {
  readonly project: ProjectReply
  /** Those on the screen; others are asked for. */
  readonly members: readonly MemberReply[]
  /** The person, and the language. */
  readonly about: { readonly who: AccessAsked['who']; readonly language: string | null }
  /** Why nothing can be changed; null: it can. */
  readonly refusal: string | null
  /** Why no one can be added to a group, if everything else can be changed. */
  readonly groupRefusal: string | null
  readonly managers: readonly string[]
  /** `member`: who was asked about; null: a visitor. */
  readonly onHelp: (member: MemberReply | null, help: AccessHelpReply) => void
  readonly onClose: () => void
}

/** Explains whether a person can do something: yes or no, why, and the smallest change that would help. */
export function ExplainAccess(props: ExplainAccessProps) {
  const { project, about, refusal, groupRefusal, managers, onHelp, onClose } = props
  const { t } = useTranslation('members')
  const nameOf = useMemberName()
  const [who, setWho] = useState(about.who)
  const [action, setAction] = useState<(typeof ASKED)[number]>('translations.save')
  const [chosenLanguage, setLanguage] = useState(about.language ?? project.languages[0]?.tag ?? ALL)
  const language = isInAllLanguages(action) ? ALL : chosenLanguage
  const [namespace, setNamespace] = useState(() => {
    const limits = props.members.find((member) => member.who === about.who)?.rights?.namespaces
    return limits?.[0] ?? ALL
  })
  const known = props.members.filter((member) => member.who === about.who)
  const { members, search, keep } = useMembersToChoose(project.slug, { show: 'everyone', known })
  const asked = { who, action, language: language || null, namespace: namespace || null }
  const { data: answer, error, refetch } = useQuery(memberQueries.access(project.slug, asked))
  const asking = members.find((member) => member.who === who)
  const name = asking === undefined ? t('visitor') : nameOf(asking)
  return (
    <Dialog title={t('explain')} onClose={onClose}>
      {search === null ? null : <TextField label={t('find')} {...search} />}
      <div className={styles.question}>
        <Select
          label={t('ask.who')}
          value={who}
          onChange={(id) => {
            const chosen = parseMemberRef(id)
            keep(chosen === null ? [] : [chosen])
            setWho(chosen ?? VISITOR)
          }}
          options={[
            ...members.map((member) => ({
              id: member.who,
              name: nameOf(member),
            })),
            { id: VISITOR, name: t('visitor') },
          ]}
        />
        <Select
          label={t('ask.action')}
          value={action}
          onChange={setAction}
          options={ASKED.map((id) => ({ id, name: t(`asked.${id.replace('.', '-')}`) }))}
        />
        <PlaceFields {...{ project, action, language, namespace, setLanguage, setNamespace }} />
      </div>
      {/* There from the beginning, so that each verdict is read aloud. */}
      <div role="status">
        {answer === undefined ? null : (
          <p className={styles.verdict} data-allowed={answer.allowed}>
            {answer.allowed ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
            <Verdict answer={answer} name={name} namespace={namespace} />
          </p>
        )}
      </div>
      {answer === undefined ? (
        <Loading error={error} onRetry={refetch} rows={1} />
      ) : (
        <>
          {answer.isOwner || answer.isSuspended ? null : (
            <Steps answer={answer} language={language} namespace={namespace} />
          )}
          <Helps
            {...{ refusal, groupRefusal, managers }}
            helps={answer.helps}
            onHelp={(help) => onHelp(asking ?? null, help)}
          />
        </>
      )}
    </Dialog>
  )
}

type PlaceFieldsProps = {
  readonly project: ProjectReply
  readonly action: ProjectAction | TextAction
  readonly language: string
  readonly namespace: string
  readonly setLanguage: (language: string) => void
  readonly setNamespace: (namespace: string) => void
}

/** The language and the namespace that are asked about. */
function PlaceFields(props: PlaceFieldsProps) {
  const { project, action, language, namespace, setLanguage, setNamespace } = props
  const { t } = useTranslation('members')
  const formats = useFormats()
  const languages = isInAllLanguages(action) ? [] : project.languages
  return (
    <>
      <Select
        label={t('ask.language')}
        value={language}
        onChange={setLanguage}
        options={[
          ...languages.map(({ tag }) => ({ id: tag, name: formats.languageName(tag) })),
          { id: ALL, name: t('allLanguages') },
        ]}
      />
      <Select
        label={t('ask.namespace')}
        value={namespace}
        onChange={setNamespace}
        options={[
          ...project.namespaces.map((one) => ({ id: one.name, name: one.name })),
          { id: ALL, name: t('allNamespaces') },
        ]}
      />
    </>
  )
}

type HelpsProps = Pick<ExplainAccessProps, 'refusal' | 'groupRefusal' | 'managers'> & {
  readonly helps: readonly AccessHelpReply[]
  readonly onHelp: (help: AccessHelpReply) => void
}

/** The changes that would allow it, or the people who can make them. */
function Helps({ helps, refusal, groupRefusal, managers, onHelp }: HelpsProps) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  if (helps.length === 0 || (refusal !== null && managers.length === 0)) return null
  if (refusal !== null) return <p>{t('askManager', { names: formats.list(managers) })}</p>
  return (
    <div className={styles.helps}>
      {helps.map((help) => (
        <Button
          key={help.kind === 'add-to-group' ? help.groupId : help.kind}
          refusal={help.kind === 'add-to-group' ? groupRefusal : null}
          onPress={() => onHelp(help)}
        >
          {help.kind === 'add-to-group'
            ? t('help.group', { group: help.name })
            : help.kind === 'share'
              ? t(`help.share-${help.role}`)
              : changeText(help)}
        </Button>
      ))}
    </div>
  )

  /** Says exactly what the change gives: a role with its languages and namespaces, or what is added to one. */
  function changeText({ by, gives, addedLanguages, addedNamespaces }: AccessChange): string {
    const role = t(`roles.${gives.role}`)
    if (by === 'limits') {
      const more = [...(addedLanguages ?? []).map(formats.languageName), ...(addedNamespaces ?? [])]
      return more.length === 0 ? t('help.all', { role }) : t('help.add', { what: formats.list(more) })
    }
    const where = [
      ...(gives.languages ?? []).map(formats.languageName),
      ...(gives.namespaces === null ? [] : gives.namespaces),
    ]
    if (where.length === 0 && isPerLanguage(gives.role)) where.push(t('allLanguages'))
    const said = { role, where: formats.list(where) }
    if (by === 'grant') return t(where.length === 0 ? 'help.also' : 'help.alsoIn', said)
    return t(where.length === 0 ? 'help.role' : 'help.roleIn', said)
  }
}

type Explanation = {
  readonly answer: AccessAnswerReply
  readonly language: string
  readonly namespace: string
}

function Verdict({ answer, name, namespace }: Omit<Explanation, 'language'> & { readonly name: string }) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const { allowed, isOwner, isSuspended, by, groups, refusal } = answer
  const languages = formats.list((by?.languages ?? []).map(formats.languageName))
  const params = { name, languages, namespaces: formats.list(by?.namespaces ?? []), namespace }
  const role = by === null ? '' : t(`roles.${by.role}`)
  const said = isSuspended
    ? t('verdict.suspended', params)
    : isOwner
      ? t('verdict.owner', params)
      : allowed
        ? groups.length > 0
          ? t('verdict.byGroup', { ...params, group: formats.list(groups) })
          : t('verdict.byRole', { ...params, role })
        : t(`verdict.${refusal ?? 'not-a-member'}`, { ...params, role })
  return (
    <span>
      <b>{t(allowed ? 'yes' : 'no')}</b> <bdi>{said}</bdi>
    </span>
  )
}

function Steps({ answer, language, namespace }: Explanation) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const { steps, by, groups } = answer
  const asked = language === '' ? '' : formats.languageName(language)
  const said = (isIn: boolean | null, id: string, what: string) =>
    id === ALL
      ? t(isIn ? 'step.includesAll' : 'step.excludesAll')
      : t(isIn ? 'step.includes' : 'step.excludes', { what })
  const rows: readonly (readonly [string, boolean | null, string])[] = [
    ['role', steps.role, by === null ? t('step.noRole') : t(`roles.${by.role}`)],
    ['languages', steps.languages, said(steps.languages, language, asked)],
    ['namespaces', steps.namespaces, said(steps.namespaces, namespace, namespace)],
    ['groups', steps.groups, groups.length === 0 ? t('step.noGroup') : formats.list(groups)],
  ]
  return (
    <ul className={styles.steps}>
      {rows.map(([id, isPassed, said]) =>
        isPassed === null ? null : (
          <li key={id} className={isPassed ? '' : (styles.not ?? '')}>
            {isPassed ? (
              <Check role="img" aria-label={t('passed')} />
            ) : (
              <X role="img" aria-label={t('notPassed')} />
            )}
            <b>{t(`step.${id}`)}</b>
            <bdi>{said}</bdi>
          </li>
        ),
      )}
    </ul>
  )
}
