/** Says on every screen that some of what is shown is made up, on a list that some of it is there, and leads to where it is removed. */
import { useQuery } from '@apollo/client/react';
import { Link, useLocation } from 'react-router';
import { DemoShownDocument } from '@/generated/graphql';
import { paths } from '@/kernel/paths';

export function DemoRibbon({ label, here, help }: { label: string; here: string; help: string }) {
  const { pathname } = useLocation();
  const demo = useQuery(DemoShownDocument).data?.demo;
  return demo?.isShown ? (
    <Link to={paths.demo} className="s-environment s-demo" title={help}>
      {demo.lists.includes(pathname) ? here : label}
    </Link>
  ) : null;
}
