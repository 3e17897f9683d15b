### Hvad en mappe afslår.

no_certificates = En mappe har ingen certifikater.
