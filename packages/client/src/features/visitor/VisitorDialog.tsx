import type { ProjectReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import {
  knownVisitor,
  rememberVisitor,
  type VisitorIdentity,
  type VisitorQuestion,
} from '../../lib/access/visitor.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { fieldProblem, removesRefusal } from '../../lib/server/field-problem.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { visitorMutations } from './queries.ts'

export type VisitorDialogProps = {
  readonly project: ProjectReply
  readonly question: VisitorQuestion
  /** Null: the visitor declined. */
  readonly onEnd: (visitor: VisitorIdentity | null) => void
}

/**
 * Asks who suggests: a name, and if the project requires it, an email address, which can have to be
 * confirmed.
 */
export function VisitorDialog({ project, question, onEnd }: VisitorDialogProps) {
  const [known, setKnown] = useState(knownVisitor)
  const [isConfirming, setIsConfirming] = useState(question === 'confirm' && known?.address !== undefined)
  const done = (visitor: VisitorIdentity) => {
    rememberVisitor(visitor)
    onEnd(visitor)
  }
  const cancel = () => onEnd(null)
  return isConfirming && known?.address !== undefined ? (
    <AddressDialog
      project={project.slug}
      visitor={{ ...known, address: known.address }}
      onDone={done}
      onBack={() => setIsConfirming(false)}
      onCancel={cancel}
    />
  ) : (
    <WhoDialog
      isNameTaken={question === 'other-name'}
      wantsAddress={project.settings.visitorAddress !== 'none'}
      known={known}
      onCancel={cancel}
      onDone={(visitor) => {
        setKnown(visitor)
        done(visitor)
      }}
    />
  )
}

function WhoDialog({
  isNameTaken,
  wantsAddress,
  known,
  onDone,
  onCancel,
}: {
  /** Whether the known name belongs to an account. */
  readonly isNameTaken: boolean
  readonly wantsAddress: boolean
  readonly known: VisitorIdentity | null
  readonly onDone: (visitor: VisitorIdentity) => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation(['visitor', 'common', 'failures'])
  const [name, setName] = useState(known?.name ?? '')
  const [address, setAddress] = useState(known?.address ?? '')
  const [isTried, setIsTried] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const isNameMissing = name.trim() === ''
  const isStillTaken = isNameTaken && name.trim() === known?.name
  const isAddressWrong = wantsAddress && !/^\S+@\S+\.\S+$/.test(address.trim())
  const submit = () => {
    setIsTried(true)
    const wrong = isNameMissing || isStillTaken ? nameField : isAddressWrong ? addressField : null
    if (wrong !== null) return wrong.current?.focus()
    const given = address.trim()
    const pass = known?.address === given ? known.pass : undefined
    onDone({
      name: name.trim(),
      ...(given === '' ? {} : { address: given }),
      ...(pass === undefined ? {} : { pass }),
    })
  }
  return (
    <FormDialog
      title={t('whoTitle')}
      onClose={onCancel}
      size="small"
      act={t('suggest')}
      onAct={submit}
      actsOnEnter
    >
      <p className="muted">{t(wantsAddress ? 'whoAbout' : 'whoAboutName')}</p>
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        isRequired
        maxLength={LIMITS.nameMax}
        autoComplete="name"
        autoFocus
        inputRef={nameField}
        problem={
          isStillTaken
            ? t('failures:name-of-account')
            : isTried && isNameMissing
              ? t('nameMissing')
              : undefined
        }
      />
      {wantsAddress ? (
        <TextField
          label={t('address')}
          hint={t('addressHint')}
          value={address}
          onChange={setAddress}
          isRequired
          type="email"
          dir="ltr"
          maxLength={LIMITS.addressMax}
          autoComplete="email"
          inputRef={addressField}
          problem={isTried && isAddressWrong ? t('addressWrong') : undefined}
        />
      ) : null}
    </FormDialog>
  )
}

function AddressDialog({
  project,
  visitor,
  onDone,
  onBack,
  onCancel,
}: {
  readonly project: string
  readonly visitor: VisitorIdentity & { readonly address: string }
  readonly onDone: (visitor: VisitorIdentity) => void
  readonly onBack: () => void
  readonly onCancel: () => void
}) {
  const { t, i18n } = useTranslation(['visitor', 'common'])
  const failureText = useFailureText()
  const [code, setCode] = useState('')
  const { name, address } = visitor
  const ask = useMutation({
    mutationFn: () => visitorMutations.askCode(project, { name, address, language: i18n.language }),
  })
  const confirm = useMutation({
    mutationFn: () => visitorMutations.confirm(project, address, code.trim()),
    onSuccess: ({ pass }) => onDone({ name, address, pass }),
  })
  const isAsked = ask.isSuccess
  const codeProblem = fieldProblem(confirm.error, 'code')
  return (
    <FormDialog
      title={t('confirmTitle')}
      onClose={onCancel}
      size="small"
      others={<Button onPress={onBack}>{t('otherAddress')}</Button>}
      act={t(isAsked ? 'confirm' : 'sendCode')}
      request={isAsked ? confirm : ask}
      onAct={() => {
        if (!isAsked) ask.mutate()
        else if (code.trim() !== '') confirm.mutate()
      }}
      error={codeProblem === undefined ? (isAsked ? confirm : ask).error : null}
      actsOnEnter
    >
      <p>{t(isAsked ? 'codeSent' : 'confirmAbout', { address })}</p>
      {isAsked ? (
        <TextField
          label={t('code')}
          value={code}
          onChange={removesRefusal(confirm, confirm.isError, setCode)}
          isRequired
          code
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          problem={codeProblem === undefined ? undefined : failureText(confirm.error)}
        />
      ) : null}
    </FormDialog>
  )
}
