/** Says on every screen that some of what is shown is made up, and leads to where it is removed. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { DemoShownDocument } from '@/generated/graphql';
import { paths } from '@/kernel/paths';

export function DemoRibbon({ label, help }: { label: string; help: string }) {
  const isShown = useQuery(DemoShownDocument).data?.demo.isShown ?? false;
  return isShown ? <Link to={paths.demo} className="s-environment s-demo" title={help}>{label}</Link> : null;
}
