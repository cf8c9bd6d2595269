import { type MyAlerts, readMyAlerts } from '#contract/admin/alerts.ts'
import { queryClient, reading } from '../../kit/query-client.ts'

/** Shows the alerts as an act has answered them. */
export const showAlerts = (alerts: MyAlerts): void =>
  void queryClient.setQueryData(reading(readMyAlerts, {}).queryKey, alerts)
