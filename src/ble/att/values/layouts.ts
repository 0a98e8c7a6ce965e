/**
 * Layouts of the values of adopted characteristics and descriptors: UUID, the main field (`-` if there is none), then the fields in
 * transmission order, least significant octet first. `layout.ts` explains the fields. Bluetooth GATT Specification Supplement, section 3;
 * descriptors: Core specification 5.4, Vol 3 Part G 3.3.3; HID: HID Service 1.0; battery level status: Battery Service 1.1. Values whose
 * layout depends on another attribute are not listed.
 */
export const LAYOUTS = `
2900 - | properties:u16@@extended
2901 - | description:text
2902 configuration | configuration:u16@@ccc
2903 - | configuration:u16@@broadcast
2904 - | format:x8 exponent:i8 unit:x16 name_space:u8 description:x16
2907 - | reference:x16
2908 - | id:u8 type:u8@hid_report
2909 digitals | digitals:u8

2A00 - | name:text
2A01 appearance | appearance:appearance
2A02 privacy | privacy:u8@yes_no
2A03 - | address:addr
2A04 - | shortest_interval:u16*125/100=ms~65535 longest_interval:u16*125/100=ms~65535 latency:u16=events timeout:u16*10=ms~65535
2A05 - | first_handle:u16 last_handle:u16
2A06 level | level:u8@alert_level
2A07 power | power:i8=dBm
2AA6 supported | supported:u8@yes_no
2AC9 private_only | private_only:u8<=0
2B29 - | features:u8@@client_features
2B2A - | hash:hex16
2B3A - | features:u8@@server_features

2A19 level | level:u8=%<=100
2BED level | flags:u8 battery_present:bits1@yes_no wired_power:bits2@battery_external wireless_power:bits2@battery_external charge:bits2@battery_charge charge_level:bits2@battery_charge_level charging_type:bits3@charging_type charging_faults:bits3@@charging_faults -:bits1 +0?identifier:x16 +1?level:u8=%<=100 +2?service_required:bits2@battery_service +2?battery_fault:bits1@yes_no +2?-:bits5
2A23 - | identifier:addr8
2A24 - | text:text
2A25 - | text:text
2A26 - | text:text
2A27 - | text:text
2A28 - | text:text
2A29 - | text:text
2A50 - | vendor_source:u8@vendor_source vendor:x16 product:x16 version:bcd16
2A87 - | text:text
2A8A - | text:text
2A90 - | text:text
2AA2 - | text:text

2A08 - | time:datetime
2A09 weekday | weekday:u8@weekday
2A0A - | time:datetime weekday:u8@weekday
2A0C - | time:datetime weekday:u8@weekday fraction:u8/256=s
2A0D offset | offset:u8*15=min~255
2A0E zone | zone:i8*15=min~128
2A0F zone | zone:i8*15=min~128 daylight_saving:u8*15=min~255
2A12 accuracy | accuracy:u8/8=s<=253~255
2A13 source | source:u8@time_source
2A14 accuracy | source:u8@time_source accuracy:u8/8=s<=253~255 days_since_update:u8=d hours_since_update:u8=h
2A2B - | time:datetime weekday:u8@weekday fraction:u8/256=s adjusted:u8@@adjust_reason
2A85 - | date:date
2A86 - | date:date

2A37 heart_rate | flags:u8 -0?heart_rate:u8=bpm +0?heart_rate:u16=bpm +2-1?no_skin_contact:word +2+1?skin_contact:word +3?energy_expended:u16=kJ +4?RR_interval:u16[]/1024=s
2A38 location | location:u8@sensor_location
2A39 command | command:u8@reset_energy
2A7E limit | limit:u8=bpm
2A84 limit | limit:u8=bpm
2A88 limit | limit:u8=bpm
2A89 limit | limit:u8=bpm
2A8D maximum | maximum:u8=bpm
2A91 maximum | maximum:u8=bpm
2A92 rate | rate:u8=bpm

2A1C temperature | flags:u8 -0?temperature:float=°C +0?temperature:float=°F +1?time:datetime +2?type:u8@temperature_type
2A1E temperature | flags:u8 -0?temperature:float=°C +0?temperature:float=°F +1?time:datetime +2?type:u8@temperature_type
2A1D type | type:u8@temperature_type
2A21 interval | interval:u16=s
2A18 concentration | flags:u8 sequence:u16 time:datetime +0?time_offset:i16=min +1-2?concentration:sfloat=kg/L +1+2?concentration:sfloat=mol/L +1?sample:bits4@glucose_sample +1?place:bits4@glucose_place +3?status:x16 +4?context_follows:word
2A35 systolic | flags:u8 -0?systolic:sfloat=mmHg -0?diastolic:sfloat=mmHg -0?mean:sfloat=mmHg +0?systolic:sfloat=kPa +0?diastolic:sfloat=kPa +0?mean:sfloat=kPa +1?time:datetime +2?pulse:sfloat=bpm +3?user:u8~255 +4?status:u16@@blood_pressure_status
2A36 pressure | flags:u8 -0?pressure:sfloat=mmHg -0?-:sfloat -0?-:sfloat +0?pressure:sfloat=kPa +0?-:sfloat +0?-:sfloat +1?time:datetime +2?pulse:sfloat=bpm +3?user:u8~255 +4?status:u16@@blood_pressure_status
2A49 - | features:u16@@blood_pressure_features
2A5E SpO2 | flags:u8 SpO2:sfloat=% pulse:sfloat=bpm +0?time:datetime +1?status:x16 +2?device_status:x24 +3?pulse_amplitude_index:sfloat=% +4?clock_not_set:word
2A5F SpO2 | flags:u8 SpO2:sfloat=% pulse:sfloat=bpm +0?fast_SpO2:sfloat=% +0?fast_pulse:sfloat=bpm +1?slow_SpO2:sfloat=% +1?slow_pulse:sfloat=bpm +2?status:x16 +3?device_status:x24 +4?pulse_amplitude_index:sfloat=%

2A53 speed | flags:u8 speed:u16/256=m/s cadence:u8=/min +0?stride_length:u16/100=m +1?total_distance:u32/10=m +2?running:word -2?walking:word
2A54 - | features:u16@@rsc_features
2A5B wheel_revolutions | flags:u8 +0?wheel_revolutions:u32 +0?last_wheel_event:u16/1024=s +1?crank_revolutions:u16 +1?last_crank_event:u16/1024=s
2A5C - | features:u16@@csc_features
2A5D location | location:u8@body_location
2A63 power | flags:u16 power:i16=W +0?pedal_balance:u8/2=% +1?balance_of_left_pedal:word +2?accumulated_torque:u16/32=Nm +3?torque_at_crank:word +4?wheel_revolutions:u32 +4?last_wheel_event:u16/2048=s +5?crank_revolutions:u16 +5?last_crank_event:u16/1024=s +6?most_force:i16=N +6?least_force:i16=N +7?most_torque:i16/32=Nm +7?least_torque:i16/32=Nm +8?greatest_angle:bits12=° +8?least_angle:bits12=° +9?top_dead_spot:u16=° +10?bottom_dead_spot:u16=° +11?energy:u16=kJ +12?offset_compensated:word
2A67 speed | flags:u16 +0?speed:u16/100=m/s +1?total_distance:u24/10=m +2?latitude:i32/10000000=° +2?longitude:i32/10000000=° +3?elevation:i24/100=m +4?heading:u16/100=° +5?rolling_time:u8=s +6?UTC:datetime +7-8?position_ok:word +7+8?last_known_position:word +8-7?position_estimated:word +9?speed_and_distance_3D:word +10?-:word +11?-:word +12?heading_from_compass:word

2A98 weight | weight:u16/200=kg
2A9D weight | flags:u8 -0?weight:u16/200=kg~65535 +0?weight:u16/100=lb~65535 +1?time:datetime +2?user:u8~255 +3?BMI:u16/10=kg/m² -0+3?height:u16/1000=m +0+3?height:u16/10=in
2A9E - | features:u32@@weight_features
2A9A user | user:u8~255
2A9C body_fat | flags:u16 body_fat:u16/10=%~65535 +1?time:datetime +2?user:u8~255 +3?basal_metabolism:u16=kJ +4?muscle:u16/10=% -0+5?muscle_mass:u16/200=kg +0+5?muscle_mass:u16/100=lb -0+6?fat_free_mass:u16/200=kg +0+6?fat_free_mass:u16/100=lb -0+7?soft_lean_mass:u16/200=kg +0+7?soft_lean_mass:u16/100=lb -0+8?body_water_mass:u16/200=kg +0+8?body_water_mass:u16/100=lb +9?impedance:u16/10=Ω -0+10?weight:u16/200=kg +0+10?weight:u16/100=lb -0+11?height:u16/1000=m +0+11?height:u16/10=in +12?more_packets_follow:word
2A80 age | age:u8=years
2A8C gender | gender:u8@gender
2A8E height | height:u16/100=m
2A8F circumference | circumference:u16/100=m
2A97 circumference | circumference:u16/100=m
2A99 increment | increment:u32

2A6C elevation | elevation:i24/100=m
2A6D pressure | pressure:u32/10=Pa
2A6E temperature | temperature:i16/100=°C~32768
2A6F humidity | humidity:u16/100=%<=10000~65535
2A70 speed | speed:u16/100=m/s
2A71 direction | direction:u16/100=°
2A72 speed | speed:u16/100=m/s
2A73 direction | direction:u16/100=°
2A74 factor | factor:u8/10
2A75 concentration | concentration:u24=/m³
2A76 index | index:u8
2A77 irradiance | irradiance:u16/10=W/m²
2A78 rainfall | rainfall:u16=mm
2A79 temperature | temperature:i8=°C
2A7A temperature | temperature:i8=°C
2A7B temperature | temperature:i8=°C
2A2C declination | declination:u16/100=°
2AA0 - | x:i16/10=µT y:i16/10=µT
2AA1 - | x:i16/10=µT y:i16/10=µT z:i16/10=µT
2AA3 trend | trend:u8@pressure_trend
2AEE current | current:u16/100=A<=65533~65535
2AFB illuminance | illuminance:u24/100=lx~16777215
2B04 percentage | percentage:u8/2=%~255
2B05 power | power:u24/10=W<=16777213~16777215
2B0D temperature | temperature:i8/2=°C~127
2B18 voltage | voltage:u16/64=V<=65408~65535
2B8C concentration | concentration:u16=ppm<=65533~65535
2BD5 concentration | concentration:sfloat=kg/m³
2BD6 concentration | concentration:sfloat=kg/m³
2BD7 concentration | concentration:sfloat=kg/m³

2BCA - | locations:u32@@audio_locations
2BCC - | locations:u32@@audio_locations
2BCD - | sink:u16@@audio_contexts source:u16@@audio_contexts
2BCE - | sink:u16@@audio_contexts source:u16@@audio_contexts

2A46 - | category:u8@alert_category new_alerts:u8 text:text
2A3F - | status:u8@@alert_status
2A4A - | version:bcd16 country:u8 flags_of_device:u8@@hid_flags
2A4C command | command:u8@hid_suspend
2A4E protocol | protocol:u8@hid_protocol
2A4F - | interval:u16*625/1000=ms window:u16*625/1000=ms
`;
