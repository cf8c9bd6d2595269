import { Radio } from '@mantine/core'
import { useTeam } from './team.ts'

type RoleFieldProps = { label: string; value?: string; onChange?: (role: string) => void }

/** The roles, each with what it may do. */
export function RoleField(props: RoleFieldProps) {
  const { roles, words } = useTeam()
  return (
    <Radio.Group {...props}>
      <div className="panel-choices">
        {roles.toReversed().map((role) => (
          <Radio key={role} value={role} label={words.role(role)} description={words.roleHelp(role)} />
        ))}
      </div>
    </Radio.Group>
  )
}
