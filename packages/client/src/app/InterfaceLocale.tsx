import type { i18n as I18n } from 'i18next'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { formatLocale } from '../i18n/formats.ts'

/** Gives widgets the interface's language and direction, and follows a switch. */
export function InterfaceLocale({ i18n, children }: { readonly i18n: I18n; readonly children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <WidgetLocale>{children}</WidgetLocale>
    </I18nextProvider>
  )
}

function WidgetLocale({ children }: { readonly children: ReactNode }) {
  useTranslation('common')
  return <I18nProvider locale={formatLocale()}>{children}</I18nProvider>
}
