{{- define "giroscope.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* Of one part: (list "web" $). */ -}}
{{- define "giroscope.selector" -}}
{{- $whole := index . 1 -}}
app.kubernetes.io/name: {{ $whole.Chart.Name }}
app.kubernetes.io/instance: {{ $whole.Release.Name }}
app.kubernetes.io/component: {{ index . 0 }}
{{- end -}}

{{- define "giroscope.labels" -}}
{{- $whole := index . 1 -}}
{{ include "giroscope.selector" . }}
app.kubernetes.io/version: {{ $whole.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $whole.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $whole.Chart.Name $whole.Chart.Version }}
{{- end -}}

{{- define "giroscope.environment" -}}
- name: GIROSCOPE_DATA_DIR
  value: /var/lib/giroscope/data
# What is looked at and not kept is as large as an upload: not in memory.
- name: TMPDIR
  value: /var/lib/giroscope
{{- if .Values.trial.enabled }}
- name: GIROSCOPE_HOST
  value: 127.0.0.1
{{- end }}
{{- if .Values.exchange.claim }}
- name: GIROSCOPE_BANK_FOLDERS
  value: /srv/exchange/banks
- name: GIROSCOPE_ERP_FOLDERS
  value: /srv/exchange/erp
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $_ := .Values.secrets }}
- name: {{ $name }}_FILE
  value: /run/giroscope/{{ $name }}
{{- end }}
{{- range $name, $from := .Values.secretVariables }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $from.name | quote }}, key: {{ $from.key | quote }} }
{{- end }}
{{- end -}}

{{- /* A container without its command: (list "web" $). */ -}}
{{- define "giroscope.container" -}}
{{- $whole := index . 1 -}}
{{- with $whole.Values.image -}}
image: {{ printf "%s%s" .repository (ternary (printf "@%s" .digest) (printf ":%s" (.tag | default $whole.Chart.AppVersion)) (ne .digest "")) | quote }}
imagePullPolicy: {{ .pullPolicy }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  {{- include "giroscope.environment" $whole | nindent 2 }}
volumeMounts:
  - { name: data, mountPath: /var/lib/giroscope }
  {{- if $whole.Values.secrets }}
  - { name: secrets, mountPath: /run/giroscope, readOnly: true }
  {{- end }}
  {{- if $whole.Values.files.configMap }}
  - { name: files, mountPath: /etc/giroscope, readOnly: true }
  {{- end }}
  {{- if $whole.Values.exchange.claim }}
  - { name: exchange, mountPath: /srv/exchange }
  {{- end }}
  {{- if eq (index . 0) "backup" }}
  - { name: backups, mountPath: /srv/backups }
  {{- end }}
{{- end -}}

{{- /* What pods of all parts have alike: (list "web" $). */ -}}
{{- define "giroscope.pod" -}}
{{- $part := index . 0 -}}
{{- $whole := index . 1 -}}
serviceAccountName: {{ include "giroscope.name" $whole }}{{ eq $part "migrate" | ternary "-migrate" "" }}
automountServiceAccountToken: false
# The Service would become a variable GIROSCOPE_PORT, which the product reads as its own.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with $whole.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
volumes:
  - name: data
    {{- if $whole.Values.trial.enabled }}
    persistentVolumeClaim: { claimName: {{ include "giroscope.name" $whole }} }
    {{- else }}
    emptyDir: { sizeLimit: {{ $whole.Values.scratch.size }} }
    {{- end }}
  {{- if $whole.Values.secrets }}
  - name: secrets
    projected:
      # They belong to root, and are read by way of the pod's group.
      defaultMode: 0440
      sources:
        {{- range $name, $from := $whole.Values.secrets }}
        - secret:
            name: {{ $from.name | quote }}
            items: [{ key: {{ $from.key | quote }}, path: {{ $name }} }]
        {{- end }}
  {{- end }}
  {{- if $whole.Values.files.configMap }}
  - name: files
    configMap: { name: {{ $whole.Values.files.configMap | quote }} }
  {{- end }}
  {{- if $whole.Values.exchange.claim }}
  - name: exchange
    persistentVolumeClaim: { claimName: {{ $whole.Values.exchange.claim | quote }} }
  {{- end }}
  {{- if eq $part "backup" }}
  - name: backups
    persistentVolumeClaim: { claimName: {{ $whole.Values.backup.claim | quote }} }
  {{- end }}
{{- end -}}

{{- /* Machines differ, as far as they can. */ -}}
{{- define "giroscope.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "giroscope.selector" . | nindent 8 }}
{{- end -}}
