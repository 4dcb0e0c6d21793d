import { CopyLine } from './CopyLine.tsx'

const template = '/d/{project}/live/locales/{{lng}}/{{ns}}.json'

/** The address an i18next app loads its texts from. */
export function deliveryPath(project: string): string {
  return template.replace('{project}', encodeURIComponent(project))
}

/** How an i18next app loads the project's texts: the call it makes already, with another address. */
export function DeliverySnippet({ project }: { readonly project: string }) {
  const address = `"${location.origin}${deliveryPath(project)}"`
  const before = 'i18next.use(HttpBackend).init({\n  backend: {\n    loadPath:\n      '
  const after = '\n  }\n})'
  return (
    <CopyLine
      text={`${before}${address}${after}`}
      shown={
        <>
          {before}
          <b>{address}</b>
          {after}
        </>
      }
    />
  )
}
