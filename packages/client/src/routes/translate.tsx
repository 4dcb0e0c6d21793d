import { Page } from '../ui/Page.tsx'

export function TranslateRoute() {
  return <Page title="Translate">{null}</Page>
}
