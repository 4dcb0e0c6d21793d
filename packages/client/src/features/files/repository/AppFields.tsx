import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './Repository.module.css'
import { installationOf, isWholeKey, type SignInForm } from './sign-in-form.ts'

type App = SignInForm['app']

/** A GitHub App as credentials: its id, its installation, and the file with its key. */
export function AppFields({ app, onChange }: { readonly app: App; readonly onChange: (app: App) => void }) {
  const { t } = useTranslation('git')
  const chooser = useRef<HTMLInputElement>(null)
  const { appId, installation, privateKey } = app
  const isNoKey = privateKey !== '' && !isWholeKey(privateKey)
  return (
    <>
      <p className="muted">{t('app.about')}</p>
      <div className={styles.address}>
        <TextField
          label={t('app.id')}
          hint={t('app.idHint')}
          value={appId}
          onChange={(text) => onChange({ ...app, appId: text.trim() })}
          autoComplete="off"
          code
        />
        <TextField
          label={t('app.installation')}
          hint={t('app.installationHint')}
          value={installation}
          onChange={(text) => onChange({ ...app, installation: text.trim() })}
          problem={installationOf(installation) === undefined ? t('app.installationWrong') : undefined}
          inputMode="numeric"
          autoComplete="off"
          code
        />
      </div>
      <TextField
        label={t('app.key')}
        hint={t('app.keyHint')}
        value={privateKey}
        onChange={(text) => onChange({ ...app, privateKey: text })}
        placeholder="-----BEGIN RSA PRIVATE KEY-----"
        problem={isNoKey ? t('app.keyWrong') : undefined}
        rows={4}
        autoComplete="off"
        code
      />
      <div>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".pem,.key,.txt"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            void file?.text().then((text) => onChange({ ...app, privateKey: text }))
          }}
        />
        <Button size="small" onPress={() => chooser.current?.click()}>
          {t('app.chooseFile')}
        </Button>
      </div>
    </>
  )
}
