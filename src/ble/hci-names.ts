/**
 * Names of HCI commands and events as in the Core specification (6.2, Vol 4 Part E 7). Complete for Bluetooth LE and for BR/EDR
 * connections; of the rest, only those that occur in logs. All others are named by number.
 */

const LE_COMMANDS = `0001 Set_Event_Mask|0002 Read_Buffer_Size|0003 Read_Local_Supported_Features|0005 Set_Random_Address
0006 Set_Advertising_Parameters|0007 Read_Advertising_Physical_Channel_Tx_Power|0008 Set_Advertising_Data
0009 Set_Scan_Response_Data|000A Set_Advertising_Enable|000B Set_Scan_Parameters|000C Set_Scan_Enable|000D Create_Connection
000E Create_Connection_Cancel|000F Read_Filter_Accept_List_Size|0010 Clear_Filter_Accept_List
0011 Add_Device_To_Filter_Accept_List|0012 Remove_Device_From_Filter_Accept_List|0013 Connection_Update
0014 Set_Host_Channel_Classification|0015 Read_Channel_Map|0016 Read_Remote_Features|0017 Encrypt|0018 Rand
0019 Enable_Encryption|001A Long_Term_Key_Request_Reply|001B Long_Term_Key_Request_Negative_Reply|001C Read_Supported_States
001D Receiver_Test|001E Transmitter_Test|001F Test_End|0020 Remote_Connection_Parameter_Request_Reply
0021 Remote_Connection_Parameter_Request_Negative_Reply|0022 Set_Data_Length|0023 Read_Suggested_Default_Data_Length
0024 Write_Suggested_Default_Data_Length|0025 Read_Local_P-256_Public_Key|0026 Generate_DHKey|0027 Add_Device_To_Resolving_List
0028 Remove_Device_From_Resolving_List|0029 Clear_Resolving_List|002A Read_Resolving_List_Size|002B Read_Peer_Resolvable_Address
002C Read_Local_Resolvable_Address|002D Set_Address_Resolution_Enable|002E Set_Resolvable_Private_Address_Timeout
002F Read_Maximum_Data_Length|0030 Read_PHY|0031 Set_Default_PHY|0032 Set_PHY|0033 Receiver_Test_v2|0034 Transmitter_Test_v2
0035 Set_Advertising_Set_Random_Address|0036 Set_Extended_Advertising_Parameters|0037 Set_Extended_Advertising_Data
0038 Set_Extended_Scan_Response_Data|0039 Set_Extended_Advertising_Enable|003A Read_Maximum_Advertising_Data_Length
003B Read_Number_of_Supported_Advertising_Sets|003C Remove_Advertising_Set|003D Clear_Advertising_Sets
003E Set_Periodic_Advertising_Parameters|003F Set_Periodic_Advertising_Data|0040 Set_Periodic_Advertising_Enable
0041 Set_Extended_Scan_Parameters|0042 Set_Extended_Scan_Enable|0043 Extended_Create_Connection
0044 Periodic_Advertising_Create_Sync|0045 Periodic_Advertising_Create_Sync_Cancel|0046 Periodic_Advertising_Terminate_Sync
0047 Add_Device_To_Periodic_Advertiser_List|0048 Remove_Device_From_Periodic_Advertiser_List|0049 Clear_Periodic_Advertiser_List
004A Read_Periodic_Advertiser_List_Size|004B Read_Transmit_Power|004C Read_RF_Path_Compensation|004D Write_RF_Path_Compensation
004E Set_Privacy_Mode|004F Receiver_Test_v3|0050 Transmitter_Test_v3|0051 Set_Connectionless_CTE_Transmit_Parameters
0052 Set_Connectionless_CTE_Transmit_Enable|0053 Set_Connectionless_IQ_Sampling_Enable
0054 Set_Connection_CTE_Receive_Parameters|0055 Set_Connection_CTE_Transmit_Parameters|0056 Connection_CTE_Request_Enable
0057 Connection_CTE_Response_Enable|0058 Read_Antenna_Information|0059 Set_Periodic_Advertising_Receive_Enable
005A Periodic_Advertising_Sync_Transfer|005B Periodic_Advertising_Set_Info_Transfer
005C Set_Periodic_Advertising_Sync_Transfer_Parameters|005D Set_Default_Periodic_Advertising_Sync_Transfer_Parameters
005E Generate_DHKey_v2|005F Modify_Sleep_Clock_Accuracy|0060 Read_Buffer_Size_v2|0061 Read_ISO_TX_Sync|0062 Set_CIG_Parameters
0063 Set_CIG_Parameters_Test|0064 Create_CIS|0065 Remove_CIG|0066 Accept_CIS_Request|0067 Reject_CIS_Request|0068 Create_BIG
0069 Create_BIG_Test|006A Terminate_BIG|006B BIG_Create_Sync|006C BIG_Terminate_Sync|006D Request_Peer_SCA
006E Setup_ISO_Data_Path|006F Remove_ISO_Data_Path|0070 ISO_Transmit_Test|0071 ISO_Receive_Test|0072 ISO_Read_Test_Counters
0073 ISO_Test_End|0074 Set_Host_Feature|0075 Read_ISO_Link_Quality|0076 Enhanced_Read_Transmit_Power_Level
0077 Read_Remote_Transmit_Power_Level|0078 Set_Path_Loss_Reporting_Parameters|0079 Set_Path_Loss_Reporting_Enable
007A Set_Transmit_Power_Reporting_Enable|007B Transmitter_Test_v4|007C Set_Data_Related_Address_Changes|007D Set_Default_Subrate
007E Subrate_Request|007F Set_Extended_Advertising_Parameters_v2|0080 Set_Decision_Data|0081 Set_Decision_Instructions
0082 Set_Periodic_Advertising_Subevent_Data|0083 Set_Periodic_Advertising_Response_Data|0084 Set_Periodic_Sync_Subevent
0085 Extended_Create_Connection_v2|0086 Set_Periodic_Advertising_Parameters_v2|0087 Read_All_Local_Supported_Features
0088 Read_All_Remote_Features|0089 CS_Read_Local_Supported_Capabilities|008A CS_Read_Remote_Supported_Capabilities
008B CS_Write_Cached_Remote_Supported_Capabilities|008C CS_Security_Enable|008D CS_Set_Default_Settings
008E CS_Read_Remote_FAE_Table|008F CS_Write_Cached_Remote_FAE_Table|0090 CS_Create_Config|0091 CS_Remove_Config
0092 CS_Set_Channel_Classification|0093 CS_Set_Procedure_Parameters|0094 CS_Procedure_Enable|0095 CS_Test|0096 CS_Test_End
0097 Set_Host_Feature_v2|0098 Add_Device_To_Monitored_Advertisers_List|0099 Remove_Device_From_Monitored_Advertisers_List
009A Clear_Monitored_Advertisers_List|009B Read_Monitored_Advertisers_List_Size|009C Enable_Monitoring_Advertisers
009D Frame_Space_Update|009E Set_Resolvable_Private_Address_Timeout_v2|009F Enable_UTP_OTA_Mode|00A0 UTP_Send
00A1 Connection_Rate_Request|00A2 Set_Default_Rate_Parameters|00A3 Read_Minimum_Supported_Connection_Interval`;

const OTHER_COMMANDS = `0401 Inquiry|0402 Inquiry_Cancel|0405 Create_Connection|0406 Disconnect|0408 Create_Connection_Cancel
0409 Accept_Connection_Request|040A Reject_Connection_Request|040B Link_Key_Request_Reply|040C Link_Key_Request_Negative_Reply
040D PIN_Code_Request_Reply|040E PIN_Code_Request_Negative_Reply|040F Change_Connection_Packet_Type
0411 Authentication_Requested|0413 Set_Connection_Encryption|0415 Change_Connection_Link_Key|0419 Remote_Name_Request
041A Remote_Name_Request_Cancel|041B Read_Remote_Supported_Features|041C Read_Remote_Extended_Features
041D Read_Remote_Version_Information|041F Read_Clock_Offset|0420 Read_LMP_Handle|0428 Setup_Synchronous_Connection
0429 Accept_Synchronous_Connection_Request|042A Reject_Synchronous_Connection_Request|042B IO_Capability_Request_Reply
042C User_Confirmation_Request_Reply|042D User_Confirmation_Request_Negative_Reply|042E User_Passkey_Request_Reply
042F User_Passkey_Request_Negative_Reply|0430 Remote_OOB_Data_Request_Reply|0433 Remote_OOB_Data_Request_Negative_Reply
0434 IO_Capability_Request_Negative_Reply|043D Enhanced_Setup_Synchronous_Connection
043E Enhanced_Accept_Synchronous_Connection_Request|043F Truncated_Page|0440 Truncated_Page_Cancel
0441 Set_Connectionless_Peripheral_Broadcast|0442 Set_Connectionless_Peripheral_Broadcast_Receive
0443 Start_Synchronization_Train|0444 Receive_Synchronization_Train|0445 Remote_OOB_Extended_Data_Request_Reply|0801 Hold_Mode
0803 Sniff_Mode|0804 Exit_Sniff_Mode|0807 QoS_Setup|0809 Role_Discovery|080B Switch_Role|080C Read_Link_Policy_Settings
080D Write_Link_Policy_Settings|080E Read_Default_Link_Policy_Settings|080F Write_Default_Link_Policy_Settings
0810 Flow_Specification|0811 Sniff_Subrating|0C01 Set_Event_Mask|0C03 Reset|0C05 Set_Event_Filter|0C08 Flush
0C0D Read_Stored_Link_Key|0C11 Write_Stored_Link_Key|0C12 Delete_Stored_Link_Key|0C13 Write_Local_Name|0C14 Read_Local_Name
0C15 Read_Connection_Accept_Timeout|0C16 Write_Connection_Accept_Timeout|0C17 Read_Page_Timeout|0C18 Write_Page_Timeout
0C19 Read_Scan_Enable|0C1A Write_Scan_Enable|0C1B Read_Page_Scan_Activity|0C1C Write_Page_Scan_Activity
0C1D Read_Inquiry_Scan_Activity|0C1E Write_Inquiry_Scan_Activity|0C1F Read_Authentication_Enable
0C20 Write_Authentication_Enable|0C23 Read_Class_of_Device|0C24 Write_Class_of_Device|0C25 Read_Voice_Setting
0C26 Write_Voice_Setting|0C27 Read_Automatic_Flush_Timeout|0C28 Write_Automatic_Flush_Timeout|0C2D Read_Transmit_Power_Level
0C2E Read_Synchronous_Flow_Control_Enable|0C2F Write_Synchronous_Flow_Control_Enable|0C31 Set_Controller_To_Host_Flow_Control
0C33 Host_Buffer_Size|0C35 Host_Number_Of_Completed_Packets|0C36 Read_Link_Supervision_Timeout
0C37 Write_Link_Supervision_Timeout|0C38 Read_Number_Of_Supported_IAC|0C39 Read_Current_IAC_LAP|0C3A Write_Current_IAC_LAP
0C3F Set_AFH_Host_Channel_Classification|0C42 Read_Inquiry_Scan_Type|0C43 Write_Inquiry_Scan_Type|0C44 Read_Inquiry_Mode
0C45 Write_Inquiry_Mode|0C46 Read_Page_Scan_Type|0C47 Write_Page_Scan_Type|0C51 Read_Extended_Inquiry_Response
0C52 Write_Extended_Inquiry_Response|0C55 Read_Simple_Pairing_Mode|0C56 Write_Simple_Pairing_Mode|0C57 Read_Local_OOB_Data
0C58 Read_Inquiry_Response_Transmit_Power_Level|0C59 Write_Inquiry_Transmit_Power_Level|0C5F Enhanced_Flush
0C60 Send_Keypress_Notification|0C63 Set_Event_Mask_Page_2|0C6C Read_LE_Host_Support|0C6D Write_LE_Host_Support
0C79 Read_Secure_Connections_Host_Support|0C7A Write_Secure_Connections_Host_Support|0C7B Read_Authenticated_Payload_Timeout
0C7C Write_Authenticated_Payload_Timeout|1001 Read_Local_Version_Information|1002 Read_Local_Supported_Commands
1003 Read_Local_Supported_Features|1004 Read_Local_Extended_Features|1005 Read_Buffer_Size|1009 Read_BD_ADDR
100B Read_Local_Supported_Codecs|1401 Read_Failed_Contact_Counter|1402 Reset_Failed_Contact_Counter|1403 Read_Link_Quality
1405 Read_RSSI|1406 Read_AFH_Channel_Map|1407 Read_Clock|1408 Read_Encryption_Key_Size`;

const EVENTS = `01 Inquiry_Complete|02 Inquiry_Result|03 Connection_Complete|04 Connection_Request|05 Disconnection_Complete
06 Authentication_Complete|07 Remote_Name_Request_Complete|08 Encryption_Change|09 Change_Connection_Link_Key_Complete
0A Link_Key_Type_Changed|0B Read_Remote_Supported_Features_Complete|0C Read_Remote_Version_Information_Complete
0D QoS_Setup_Complete|0E Command_Complete|0F Command_Status|10 Hardware_Error|11 Flush_Occurred|12 Role_Change
13 Number_Of_Completed_Packets|14 Mode_Change|15 Return_Link_Keys|16 PIN_Code_Request|17 Link_Key_Request
18 Link_Key_Notification|19 Loopback_Command|1A Data_Buffer_Overflow|1B Max_Slots_Change|1C Read_Clock_Offset_Complete
1D Connection_Packet_Type_Changed|1E QoS_Violation|20 Page_Scan_Repetition_Mode_Change|21 Flow_Specification_Complete
22 Inquiry_Result_with_RSSI|23 Read_Remote_Extended_Features_Complete|2C Synchronous_Connection_Complete
2D Synchronous_Connection_Changed|2E Sniff_Subrating|2F Extended_Inquiry_Result|30 Encryption_Key_Refresh_Complete
31 IO_Capability_Request|32 IO_Capability_Response|33 User_Confirmation_Request|34 User_Passkey_Request
35 Remote_OOB_Data_Request|36 Simple_Pairing_Complete|38 Link_Supervision_Timeout_Changed|39 Enhanced_Flush_Complete
3B User_Passkey_Notification|3C Keypress_Notification|3D Remote_Host_Supported_Features_Notification|3E LE_Meta
57 Authenticated_Payload_Timeout_Expired|59 Encryption_Change_v2|FF Vendor_Specific`;

const LE_EVENTS = `01 Connection_Complete|02 Advertising_Report|03 Connection_Update_Complete|04 Read_Remote_Features_Complete
05 Long_Term_Key_Request|06 Remote_Connection_Parameter_Request|07 Data_Length_Change|08 Read_Local_P-256_Public_Key_Complete
09 Generate_DHKey_Complete|0A Enhanced_Connection_Complete|0B Directed_Advertising_Report|0C PHY_Update_Complete
0D Extended_Advertising_Report|0E Periodic_Advertising_Sync_Established|0F Periodic_Advertising_Report
10 Periodic_Advertising_Sync_Lost|11 Scan_Timeout|12 Advertising_Set_Terminated|13 Scan_Request_Received
14 Channel_Selection_Algorithm|15 Connectionless_IQ_Report|16 Connection_IQ_Report|17 CTE_Request_Failed
18 Periodic_Advertising_Sync_Transfer_Received|19 CIS_Established|1A CIS_Request|1B Create_BIG_Complete
1C Terminate_BIG_Complete|1D BIG_Sync_Established|1E BIG_Sync_Lost|1F Request_Peer_SCA_Complete|20 Path_Loss_Threshold
21 Transmit_Power_Reporting|22 BIGInfo_Advertising_Report|23 Subrate_Change|24 Periodic_Advertising_Sync_Established_v2
25 Periodic_Advertising_Report_v2|26 Periodic_Advertising_Sync_Transfer_Received_v2
27 Periodic_Advertising_Subevent_Data_Request|28 Periodic_Advertising_Response_Report|29 Enhanced_Connection_Complete_v2
2A CIS_Established_v2|2B Read_All_Remote_Features_Complete|2C CS_Read_Remote_Supported_Capabilities_Complete
2D CS_Read_Remote_FAE_Table_Complete|2E CS_Security_Enable_Complete|2F CS_Config_Complete|30 CS_Procedure_Enable_Complete
31 CS_Subevent_Result|32 CS_Subevent_Result_Continue|33 CS_Test_End_Complete|34 Monitored_Advertisers_Report
35 Frame_Space_Update_Complete|36 UTP_Receive|37 Connection_Rate_Change`;

function table(text: string, prefix: string, base = 0): ReadonlyMap<number, string> {
  return new Map(
    text.split(/[|\n]/).map((entry) => {
      const [number = '', name = ''] = entry.split(' ');
      return [base + Number.parseInt(number, 16), prefix + name];
    }),
  );
}

/** Opcode group of the LE controller commands, in its position within an opcode. */
const LE_GROUP = 0x2000;
const commands = new Map([...table(OTHER_COMMANDS, 'HCI_'), ...table(LE_COMMANDS, 'HCI_LE_', LE_GROUP)]);
const events = table(EVENTS, 'HCI_');
const leEvents = table(LE_EVENTS, 'HCI_LE_');

const hex = (value: number, digits: number): string => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;

export const hciCommandName = (opcode: number): string => commands.get(opcode) ?? `HCI_Command_${hex(opcode, 4)}`;
export const hciEventName = (code: number): string => events.get(code) ?? `HCI_Event_${hex(code, 2)}`;
export const hciLeEventName = (subevent: number): string => leEvents.get(subevent) ?? `HCI_LE_Event_${hex(subevent, 2)}`;

export const HCI_COMMAND = { LE_SET_RANDOM_ADDRESS: 0x2005, LE_SET_ADVERTISING_SET_RANDOM_ADDRESS: 0x2035 } as const;
export const HCI_LE_META_EVENT = 0x3e;
export const LE_EVENT = {
  CONNECTION_COMPLETE: 0x01,
  ADVERTISING_REPORT: 0x02,
  ENHANCED_CONNECTION_COMPLETE: 0x0a,
  DIRECTED_ADVERTISING_REPORT: 0x0b,
  EXTENDED_ADVERTISING_REPORT: 0x0d,
  PERIODIC_SYNC_ESTABLISHED: 0x0e,
  PERIODIC_REPORT: 0x0f,
  PERIODIC_SYNC_TRANSFERRED: 0x18,
  PERIODIC_SYNC_ESTABLISHED_V2: 0x24,
  PERIODIC_REPORT_V2: 0x25,
  PERIODIC_SYNC_TRANSFERRED_V2: 0x26,
  ENHANCED_CONNECTION_COMPLETE_V2: 0x29,
} as const;

/** HCI address types. The identity types are addresses that the controller resolved. */
export const HCI_ADDRESS = { PUBLIC: 0, RANDOM: 1, PUBLIC_IDENTITY: 2, RANDOM_IDENTITY: 3, UNRESOLVED: 0xfe, ANONYMOUS: 0xff } as const;
export const hciAddressIsRandom = (type: number): boolean =>
  type === HCI_ADDRESS.RANDOM || type === HCI_ADDRESS.RANDOM_IDENTITY || type === HCI_ADDRESS.UNRESOLVED;
