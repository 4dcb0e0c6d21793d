import type { SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sessionMutations } from './queries.ts'
import styles from './SessionFrame.module.css'
import { signInCode } from './sign-in-code.ts'

/** Signs in without passwords (`dragoman <folder>`): the terminal shows a link. */
export function SignInByLink({ onDone }: { readonly onDone: (session: SessionReply) => void }) {
  const { t } = useTranslation('session')
  const [pasted, setPasted] = useState('')
  const [isTried, setIsTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const code = signInCode(pasted)
  const enter = useMutation({
    mutationFn: () => sessionMutations.enter(code),
    onSuccess: onDone,
    onError: () => field.current?.select(),
  })
  return (
    <>
      <div className={styles.command}>
        <CopyLine text="dragoman open" />
      </div>
      <Form
        className={styles.form}
        noValidate
        onSubmit={() => {
          setIsTried(true)
          if (code === '') field.current?.focus()
          else enter.mutate()
        }}
      >
        <ErrorLine error={enter.error} />
        <TextField
          label={t('link')}
          hint={t('linkHint')}
          value={pasted}
          onChange={setPasted}
          code
          isRequired
          autoComplete="one-time-code"
          inputRef={field}
          problem={isTried && code === '' ? t('linkMissing') : undefined}
        />
        <Button look="primary" type="submit" isPending={enter.isPending}>
          {t('signIn')}
        </Button>
      </Form>
    </>
  )
}
