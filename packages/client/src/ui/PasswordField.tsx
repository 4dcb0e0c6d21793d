import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'rows' | 'end' | 'code'>

/** A password, hidden unless revealed. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('session')
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      code
      end={
        <IconButton
          label={t(isShown ? 'hidePassword' : 'showPassword')}
          size="small"
          onPress={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  )
}
